import { expect, test } from 'vitest'

import { createFormats } from '#dashboard/components/amounts/createFormats.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { explainRevert } from './explainRevert.ts'

const formats = createFormats({ locale: 'en-US' })
const token = { symbol: 'vUSDC', decimals: 9 }
const vaultAsset = { symbol: 'USDC', decimals: 6, address: devnetAddresses.usdc }
const plain = { hasCode: true, implementation: undefined, selectors: [], token }

/** Explains an error of a contract with an address and two amounts. */
function explain(name: string, amounts: readonly [string, string], isVault = true) {
  const values = ['0x1', ...amounts].map((value, at) => ({ name: String(at), value }))
  const facts = { ...plain, vaultAsset: isVault ? vaultAsset : undefined }
  return explainRevert({ name, values }, { facts, formats })
}

test('what a vault refuses is told in its shares or its asset, with what to do', () => {
  const redeem = explain('ERC4626ExceededMaxRedeem', ['7000000000', '5000000000'])
  expect(redeem.sentence).toBe(
    'You can withdraw at most 5.00 vUSDC from this vault. Lower the amount.',
  )
  expect(redeem.values.map(({ value }) => value)).toEqual(['0x1', '7.00 vUSDC', '5.00 vUSDC'])
  expect(explain('ERC4626ExceededMaxWithdraw', ['7000000', '5000000']).sentence).toContain(
    '5.00 USDC',
  )
  expect(explain('ERC4626ExceededMaxRedeem', ['7', '0']).sentence).toContain('nothing to withdraw')
})

test('a lack of a token is told in its units, and as it is where a vault has two tokens', () => {
  const lacking = ['1000000000', '2000000000'] as const
  expect(explain('ERC20InsufficientBalance', lacking, false).sentence).toBe(
    '1.00 vUSDC is available, and 2.00 vUSDC is needed. Lower the amount.',
  )
  expect(explain('ERC20InsufficientBalance', lacking).values.at(-1)?.value).toBe('2000000000')
})

test('an error of which only the name is known has no sentence', () => {
  for (const name of ['TooLate', 'toString'])
    expect(explain(name, ['1', '2'])).toMatchObject({ sentence: undefined })
})

test('an error of an ABI that only bears the name of a standard’s has no sentence', () => {
  for (const name of ['ERC4626ExceededMaxRedeem', 'ERC20InsufficientBalance'])
    for (const wrong of ['Send it to Mallory first', '(1, 2)', '-5', ''])
      for (const isVault of [true, false])
        expect(explain(name, ['7', wrong], isVault)).toMatchObject({
          sentence: undefined,
          values: [{}, { value: '7' }, { value: wrong }],
        })
})
