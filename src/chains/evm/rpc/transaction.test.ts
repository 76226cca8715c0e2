import { parseTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { recoverAuthorizationAddress } from 'viem/utils'
import { expect, test } from 'vitest'

import type { DelegationSignature } from '#protocol/orders/operation.ts'
import { findAuthorizationError, readAuthorization } from '../account/authorization.ts'
import { createEvmClient } from './client.ts'
import { broadcast, signReplacement, signTransaction } from './transaction.ts'

const key = `0x${'a7'.repeat(32)}` as const
const owner = privateKeyToAccount(`0x${'b7'.repeat(32)}`)
const delegate = `0x${'d1'.repeat(20)}` as const
const terms = { account: owner.address, delegate, chainNumber: 71_117_001, nonce: 7n }

async function signed(
  change: { chainId?: number; contractAddress?: `0x${string}`; nonce?: number } = {},
): Promise<DelegationSignature> {
  const asked = { chainId: 71_117_001, contractAddress: delegate, nonce: 7, ...change }
  const { r, s, yParity = 0 } = await owner.signAuthorization(asked)
  return { ...asked, r, s, yParity, v: yParity === 0 ? '0x1b' : '0x1c', type: 'Signed' }
}

test('a replacement carries the same authorization with higher fees', async () => {
  // Leading zeros of a signature are left out when a transaction is encoded.
  const authorization = readAuthorization({ ...(await signed()), r: '0x01', s: '0x02' })
  const call = { to: delegate, data: '0x1234', value: 0n, gas: 900_000n, authorization } as const
  const fees = { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n }
  const first = await signTransaction(call, { key, chainNumber: 71_117_001, nonce: 3n, fees })
  const second = await signReplacement(first.raw, { key, fees })
  const [before, after] = [first, second].map(({ raw }) => parseTransaction(raw))
  expect(before?.type).toBe('eip7702')
  expect(after).toMatchObject({
    type: 'eip7702',
    nonce: 3,
    gas: 900_000n,
    data: '0x1234',
    maxFeePerGas: 126n,
    maxPriorityFeePerGas: 13n,
  })
  expect(after?.authorizationList).toEqual(before?.authorizationList)
  expect(after?.authorizationList).toMatchObject([
    { address: delegate, chainId: 71_117_001, nonce: 7 },
  ])
})

test('an authorization of the account for our contract, chain and nonce has no fault', async () => {
  expect(await findAuthorizationError(await signed(), terms)).toBeUndefined()
  expect(
    await findAuthorizationError(
      { ...(await signed()), v: `0x${(await signed()).yParity}` },
      terms,
    ),
  ).toBe(undefined)
  expect(
    await recoverAuthorizationAddress({ authorization: readAuthorization(await signed()) }),
  ).toBe(owner.address)
})

test.each([
  ['every chain', { chainId: 0 }, 'is for chain 0'],
  ['another chain', { chainId: 1 }, 'is for chain 1'],
  ['another contract', { contractAddress: `0x${'d2'.repeat(20)}` as const }, 'names 0xd2d2'],
  ['a nonce that is used up', { nonce: 6 }, 'has nonce 6 and the account is at 7'],
  ['a nonce still to come', { nonce: 8 }, 'has nonce 8 and the account is at 7'],
])('an authorization for %s is faulty', async (_, change, sentence) => {
  expect(await findAuthorizationError(await signed(change), terms)).toContain(sentence)
})

test('an authorization with the higher s goes to a chain with the lower one', async () => {
  const good = await signed()
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = `0x${(order - BigInt(good.s)).toString(16).padStart(64, '0')}` as const
  const yParity = 1 - good.yParity
  const high = { ...good, s, yParity, v: `0x${yParity}` as const }
  expect(await findAuthorizationError(high, terms)).toBeUndefined()
  expect(readAuthorization(high)).toEqual(readAuthorization(good))
})

test('an authorization that its account did not sign as chains want it is faulty', async () => {
  const good = await signed()
  const yParity = 1 - good.yParity
  const faults = await Promise.all([
    findAuthorizationError({ ...good, v: `0x${(yParity + 27).toString(16)}` }, terms),
    findAuthorizationError({ ...good, yParity, v: `0x${(yParity + 27).toString(16)}` }, terms),
    findAuthorizationError({ ...good, r: `0x${'ff'.repeat(32)}` }, terms),
    findAuthorizationError({ ...good, r: `0x${'01'.repeat(33)}` }, terms),
    findAuthorizationError(good, { ...terms, account: delegate }),
  ])
  expect(faults).toEqual([
    expect.stringContaining('and yParity'),
    expect.stringContaining('The authorization is signed by 0x'),
    'The authorization is signed by nobody.',
    'The authorization is no signature that a chain takes.',
    `The authorization is signed by ${owner.address}, not by ${delegate}.`,
  ])
})

test.each<[message: string, meaning: string, code?: number]>([
  ['already known', 'taken'],
  ['nonce too low: next nonce 7, tx nonce 3', 'nonce used'],
  ['replacement transaction underpriced', 'underpriced'],
  ['txpool is full', 'underpriced'],
  ['insufficient funds for gas * price + value: balance 1, tx cost 2, overshot 1', 'unfunded'],
  ['project rate limit exceeded', 'no answer'],
  ['internal error', 'no answer', -32_603],
  ['slow down', 'no answer', -32_005],
  ['in-flight transaction limit reached for delegated accounts', 'refused'],
  ['authority already reserved', 'refused'],
  ['gapped-nonce tx from delegated accounts', 'refused'],
  ['exceeds block gas limit', 'refused'],
])('a node that says "%s" means: %s', async (message, meaning, code = -32_000) => {
  const client = createEvmClient('eip155:71117001', {
    rpcUrl: 'http://node.test',
    post: () => async (body) => {
      const [{ id }] = [JSON.parse(body)].flat()
      const error = { code, message }
      return { status: 200, text: JSON.stringify([{ jsonrpc: '2.0', id, error }]) }
    },
  })
  expect(await broadcast(client, '0x02')).toBe(meaning)
})
