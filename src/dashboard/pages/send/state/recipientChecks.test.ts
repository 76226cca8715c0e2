import { expect, test } from 'vitest'

import type { AccountCodes } from '#dashboard/api/chains/accountCodes.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import type { KnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import { checkAcquaintance, checkCode, checkExchange, checkSpelling } from './recipientChecks.ts'

const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const nobody: KnownRecipients = { book: [], own: [], wallets: [], paid: [], all: [] }
const recipient = {
  kind: 'valid',
  address,
  namedChain: undefined,
  isOwn: false,
  poisoning: undefined,
} as const
const chains = identifyChains([
  { chain: 'eip155:1', name: 'Firth' },
  { chain: 'eip155:2', name: 'Delta' },
])
const arrival = {
  assetId: 'eip155:1/slip44:60',
  aggregatedAssetId: 'agg:usdc',
  chainId: 'eip155:1',
  chain: chains.get('eip155:1') ?? { chain: 'eip155:1', name: 'Firth', code: 'FI', slot: 1 },
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  units: 0n,
  valueUsd: 0,
} as const

test('a first-time recipient is said in words, a known one by its name', () => {
  expect(checkAcquaintance(recipient, nobody)).toMatchObject({
    state: 'caution',
    claim: 'You haven’t sent to this address before',
  })
  expect(checkAcquaintance(recipient, { ...nobody, paid: [address] })).toMatchObject({
    state: 'pass',
    claim: 'You’ve sent to it before',
  })
  const mira = { name: 'Mira', note: '', ecosystem: 'evm', address } as const
  // Saving it does not make it known: the caution stays, and the question about exchanges with it.
  expect(checkAcquaintance(recipient, { ...nobody, book: [mira] })).toMatchObject({
    state: 'caution',
    claim: 'You haven’t sent to Mira before',
    evidence: expect.stringContaining('Nothing has been sent to it'),
  })
  expect(checkAcquaintance(recipient, { ...nobody, book: [mira], paid: [address] })).toMatchObject({
    state: 'pass',
    claim: 'Saved in your address book as Mira',
  })
  expect(checkAcquaintance({ ...recipient, isOwn: true }, nobody).claim).toBe('Your own account')
  // The key's own address is no account here, and nobody else's either.
  expect(checkAcquaintance(recipient, { ...nobody, wallets: [address] })).toMatchObject({
    state: 'pass',
    claim: 'Your own wallet',
  })
  const poisoning = { known: address, level: 'block' } as const
  expect(checkAcquaintance({ ...recipient, poisoning }, { ...nobody, book: [mira] })).toMatchObject(
    { state: 'fail', claim: 'This isn’t Mira' },
  )
})

test('an address without a checksum is not said to have a correct one', () => {
  expect(checkSpelling(address, arrival).evidence).toBe('Its checksum is correct.')
  expect(checkSpelling(address.toLowerCase(), arrival).evidence).toContain('without a checksum')
  expect(checkSpelling(`eip155:1:${address}`, arrival).evidence).toBe('Its checksum is correct.')
})

/** Checks the code at the recipient; chains that are not named did not answer. */
function check(codes: AccountCodes | undefined, changes: { isOwn?: boolean } = {}) {
  return checkCode(codes, { arrival, chains, isOwn: false, hasFailed: false, ...changes })
}

test('a contract warns, also where it is on another chain only; an own account does not', () => {
  expect(check(undefined).state).toBe('running')
  expect(check(new Map([['eip155:1', 'none']])).state).toBe('pass')
  expect(check(new Map([['eip155:1', 'elsewhere']])).state).toBe('pass')
  expect(check(new Map([['eip155:1', 'contract']])).claim).toBe('A contract on Firth')
  const onDelta: AccountCodes = new Map([
    ['eip155:1', 'none'],
    ['eip155:2', 'contract'],
  ])
  expect(check(onDelta)).toMatchObject({
    state: 'caution',
    claim: 'A contract on Delta, not on Firth',
  })
  expect(check(onDelta, { isOwn: true }).state).toBe('pass')
  expect(check(new Map([['eip155:2', 'none']]))).toMatchObject({
    state: 'caution',
    claim: 'Couldn’t check whether it’s a contract',
  })
})

test('what an exchange may need is said with the asset and the chain', () => {
  expect(checkExchange(arrival).evidence).toContain('accepts USDC on Firth')
})
