import { expect, test } from 'vitest'

import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { createFormats } from '#dashboard/components/amounts/createFormats.ts'
import { findAmountToken, formatFieldValue } from './findAmountToken.ts'

const read = readAbi(
  'function act(uint256 assets, uint256 shares, uint256 tokenId, uint8 value, address amount, uint256[] ids)',
)
if ('problem' in read) throw new Error(read.problem.fault.kind)
const fields = read.functions[0]?.fields ?? []
const facts = {
  token: { symbol: 'vUSDC', decimals: 6 },
  vaultAsset: {
    symbol: 'USDC',
    decimals: 6,
    address: '0x00000000000000000000000000000000000000a1',
  },
} as const

test('an argument counts the token that its name says, and nothing else does', () => {
  expect(fields.map((field) => findAmountToken(field, facts)?.symbol)).toEqual([
    'USDC',
    'vUSDC',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(fields.map((field) => findAmountToken(field, undefined))).toEqual(
    fields.map(() => undefined),
  )
})

test('amounts are written with the symbol, all else as it is', () => {
  const formats = createFormats({ locale: 'en-US' })
  const values = ['2500000', String(2n ** 256n - 1n), '7', '1', '0x01', ['1', '2']]
  expect(
    fields.map((field, at) => formatFieldValue(field, { value: values[at] ?? '', facts, formats })),
  ).toEqual(['2.50 USDC', 'any amount of vUSDC', '7', '1', '0x01', '(1, 2)'])
})
