import { expect, test } from 'vitest'

import { Account, getAccountKind } from './account.ts'

const [key, other] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const
const type = 'any-name'

test('the kind of an account is told by its fields, whatever its type is called', () => {
  const keys = { sessionAddress: key, adminAddress: key }
  expect(getKind({ ...keys, accountAddress: other })).toBe('roleBased')
  expect(getKind({ type, signerAddress: key, accountAddress: other })).toBe('basic')
  expect(
    getKind({ type, signerAddress: key, accountAddress: key, deploymentType: 'EIP7702' }),
  ).toBe('eip7702')
  const solana = 'So11111111111111111111111111111111111111112'
  expect(getKind({ type, accountAddress: solana })).toBe('solana')
})

test('an account that is its own signer is EIP-7702, also where it does not say so', () => {
  expect(getKind({ type, signerAddress: key, accountAddress: key })).toBe('eip7702')
  const lower = key.toLowerCase()
  expect(getKind({ type, signerAddress: lower, accountAddress: key })).toBe('eip7702')
  const deploymentType = 'ERC4337'
  expect(getKind({ type, signerAddress: key, accountAddress: key, deploymentType })).toBe('basic')
})

function getKind(account: object) {
  return getAccountKind(Account.parse(account))
}
