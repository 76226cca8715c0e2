import { expect, test } from 'vitest'

import type { KeySigner } from '#dashboard/wallets/accounts/signerForKey.ts'
import { sampleAccount } from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { verifyQuote } from '#dashboard/review/verifyQuote.ts'
import {
  findAuthorizationError,
  isWorthListing,
  findOperationSigners,
  groupSignersByKey,
} from './findOperationSigners.ts'

const sample = samples['two chains into one']
const { operations } = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
const holder: KeySigner = {
  key: sampleAccount.sessionAddress,
  wallet: 'Test Wallet',
  state: 'ready',
  canAuthorize: false,
}
const accounts = [sampleAccount]
const signers = findOperationSigners(operations, { accounts, holders: [holder] })

test('each operation is signed by the key of the account that makes it', () => {
  expect(signers.map((one) => one.signer)).toEqual([holder, holder])
  expect(groupSignersByKey(signers)).toEqual([signers])
  const strangers = findOperationSigners(operations, { accounts: [], holders: [] })
  expect(strangers.map((one) => one.signer)).toEqual([undefined, undefined])
})

test('one key that is ready needs no words; several, or one that is not ready, do', () => {
  expect(isWorthListing(signers)).toBe(false)
  const [first, second] = signers
  if (!first || !second) throw new Error('Expected two operations.')
  const elsewhere = { ...second, signer: { ...holder, state: 'elsewhere' as const } }
  const others = { ...second, signer: { ...holder, key: sampleAccount.accountAddress } }
  expect(isWorthListing([first, elsewhere])).toBe(true)
  expect(isWorthListing([first, others])).toBe(true)
})

test('an authorization that the wallet cannot sign is said before it is asked', () => {
  const [first] = signers
  if (!first) throw new Error('Expected two operations.')
  if (first.operation.kind !== 'evm') throw new Error('Expected an operation on an EVM chain.')
  const delegation = { contractAddress: sampleAccount.accountAddress, nonce: 0 }
  const first7702 = { ...first, operation: { ...first.operation, delegation } }
  expect(findAuthorizationError(signers)).toBeUndefined()
  expect(findAuthorizationError([first7702])).toContain('Test Wallet can’t sign the EIP-7702')
  const local = { ...holder, canAuthorize: true }
  expect(findAuthorizationError([{ ...first7702, signer: local }])).toBeUndefined()
})
