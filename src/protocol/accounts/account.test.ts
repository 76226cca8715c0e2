import { expect, test } from 'vitest'

import { Account, accountKind } from './account.ts'

const [key, other] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const
const type = 'any-name'

test('the kind of an account is told by its fields, whatever its type is called', () => {
  const keys = { sessionAddress: key, adminAddress: key }
  expect(kindOf({ ...keys, accountAddress: other })).toBe('roleBased')
  expect(kindOf({ type, signerAddress: key, accountAddress: other })).toBe('basic')
  expect(kindOf({ type, signerAddress: key, accountAddress: key, deploymentType: 'EIP7702' })).toBe(
    'eip7702',
  )
  const solana = 'So11111111111111111111111111111111111111112'
  expect(kindOf({ type, accountAddress: solana })).toBe('solana')
})

test('an account that is its own signer is EIP-7702, also where it does not say so', () => {
  expect(kindOf({ type, signerAddress: key, accountAddress: key })).toBe('eip7702')
  const lower = key.toLowerCase()
  expect(kindOf({ type, signerAddress: lower, accountAddress: key })).toBe('eip7702')
  const deploymentType = 'ERC4337'
  expect(kindOf({ type, signerAddress: key, accountAddress: key, deploymentType })).toBe('basic')
})

function kindOf(account: object) {
  return accountKind(Account.parse(account))
}
