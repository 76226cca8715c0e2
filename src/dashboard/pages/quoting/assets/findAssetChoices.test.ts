import { expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { buildAssetChoices } from './assetChoices.ts'
import { findAssetChoices } from './findAssetChoices.ts'

const chains = identifyChains(
  devnetWithSolana.chains.map(({ chainId, name }) => ({ chain: chainId, name })),
)
const choices = buildAssetChoices(devnetWithSolana, { balances: undefined, chains })
const order = choices.map(({ symbol }) => symbol)
const [first, second, third = '', fourth = ''] = order

/** The choices with dollars held on their first chain, by ticker; undefined is held without a price. */
function hold(worths: Record<string, number | undefined>) {
  return choices.map((choice) => ({
    ...choice,
    members: choice.members.map((member, index) => {
      const isHeld = index === 0 && choice.symbol in worths
      return { ...member, units: isHeld ? 1n : 0n, valueUsd: isHeld ? worths[choice.symbol] : 0 }
    }),
  }))
}

function list(held: ReturnType<typeof hold>, text = '', chain?: string) {
  return findAssetChoices(held, { text, chain }).map(({ symbol }) => symbol)
}

test('what is held comes first, by its worth, then the rest as the network lists it', () => {
  expect(list(hold({}))).toEqual(order)
  expect(list(hold({ [third]: 5, [fourth]: 20 }))).toEqual([
    fourth,
    third,
    ...order.filter((symbol) => symbol !== third && symbol !== fourth),
  ])
  expect(list(hold({ [third]: 5, [fourth]: undefined })).slice(0, 4)).toEqual([
    third,
    fourth,
    first,
    second,
  ])
})

test('on one chain what is held there comes first', () => {
  const held = hold({ [third]: 5 })
  const elsewhere = held.find(({ symbol }) => symbol === third)?.members.at(-1)?.chain.chain
  expect(list(held, '', elsewhere)).toEqual(
    order.filter((symbol) => list(held, '', elsewhere).includes(symbol)),
  )
})

test('a ticker that is typed whole comes before what is held', () => {
  expect(list(hold({ USDC: 500 }), 'usdt')[0]).toBe('USDT')
})
