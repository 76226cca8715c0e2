import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createElement, useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { parseAmount } from '#protocol/ids/amount.ts'
import { AmountEntry } from './AmountEntry.tsx'
import { FormatsProvider } from './Formats.tsx'

type Asset = Pick<AmountEntry.Props, 'assetId' | 'symbol' | 'decimals' | 'priceUsd'>

const usdc: Asset = { assetId: 'agg:usdc', symbol: 'USDC', decimals: 6, priceUsd: 3 }
const ether: Asset = { assetId: 'agg:eth', symbol: 'ETH', decimals: 18, priceUsd: 2_500 }
const unpriced: Asset = { assetId: 'agg:odd', symbol: 'ODD', decimals: 6, priceUsd: undefined }

afterEach(cleanup)

/** A form with the entry of an amount, and buttons that choose another asset. */
function Form() {
  const [value, onValueChange] = useState('')
  const [asset, setAsset] = useState(usdc)
  const parsed = parseAmount(value, asset.decimals)
  const units = 'units' in parsed ? parsed.units : undefined
  const entry = { label: 'You pay', value, units, onValueChange, ...asset }
  return createElement(
    'form',
    null,
    createElement(AmountEntry, entry),
    [ether, unpriced].map((other) =>
      createElement(
        'button',
        { key: other.symbol, type: 'button', onClick: () => setAsset(other) },
        other.symbol,
      ),
    ),
    createElement('output', { 'aria-label': 'Stored' }, value),
  )
}

/** An amount of an asset whose price moves. */
function Priced(props: { priceUsd: number }) {
  const [value, onValueChange] = useState('')
  const parsed = parseAmount(value, usdc.decimals)
  const units = 'units' in parsed ? parsed.units : undefined
  return createElement(AmountEntry, {
    label: 'You pay',
    value,
    units,
    onValueChange,
    ...usdc,
    ...props,
  })
}

function getField() {
  return screen.getByRole('textbox', { name: /^You pay/ })
}

function getStored() {
  return screen.getByRole('status', { name: 'Stored' }).textContent
}

function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

/** Shows the form and types an amount in dollars. */
function typeDollars(value: string): void {
  render(createElement(Form))
  press(/Enter USD instead$/)
  fireEvent.change(getField(), { target: { value } })
}

test('what was typed in dollars stays as typed, and in the token it is what was stored', () => {
  typeDollars('25.5')
  expect(getStored()).toBe('8.5')
  expect(getField()).toHaveProperty('value', '25.5')
  press(/Enter USDC instead$/)
  expect(getField()).toHaveProperty('value', '8.5')
  press('$25.50 Enter USD instead')
  expect(getField()).toHaveProperty('value', '25.5')
})

test('text that cannot be read as dollars stays to be mended, and is no amount', () => {
  typeDollars('25 or so')
  expect(getField()).toHaveProperty('value', '25 or so')
  expect(getStored()).toBe('25 or so?')
  press('Use 25')
  expect(getField()).toHaveProperty('value', '25')
  expect(getStored()).toBe('8.333333')
})

test('another asset keeps the dollars that were typed, never the number of tokens', () => {
  typeDollars('25')
  expect(getStored()).toBe('8.333333')
  press('ETH')
  expect(getStored()).toBe('0.01')
  expect(getField()).toHaveProperty('value', '25')
})

test('dollars that were typed are forgotten where the next asset has no price', () => {
  typeDollars('25')
  press('ODD')
  expect(getStored()).toBe('')
  press('ETH')
  expect(getField()).toHaveProperty('value', '')
})

test('dollars that were typed are said for as long as that is what they are worth', () => {
  const { rerender } = render(createElement(Priced, { priceUsd: 30 }))
  press(/Enter USD instead$/)
  fireEvent.change(getField(), { target: { value: '25' } })
  rerender(createElement(Priced, { priceUsd: 30.1 }))
  expect(getField()).toHaveProperty('value', '25')
  // The first price was wrong: the tokens are worth a hundred times as much.
  rerender(createElement(Priced, { priceUsd: 3_000 }))
  expect(getField()).toHaveProperty('value', '2500.00')
})

test('where values are shown in euros, euros are typed, named and converted', () => {
  const euros = { locale: 'en-US', currency: 'EUR', perUsd: 0.5, children: createElement(Form) }
  render(createElement(FormatsProvider, euros))
  press(/Enter EUR instead$/)
  expect(screen.getByRole('textbox', { name: 'You pay, in EUR' })).toBeTruthy()
  fireEvent.change(getField(), { target: { value: '25.5' } })
  expect(getStored()).toBe('17')
  press(/Enter USDC instead$/)
  press('€25.50 Enter EUR instead')
  expect(getField()).toHaveProperty('value', '25.5')
})
