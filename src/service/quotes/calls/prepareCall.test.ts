import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { composeWorld, testWorlds } from '#testing/quotes/world.ts'
import { createQuoteService } from '../quoteService.ts'
import { prepareCall } from './prepareCall.ts'

const key = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const chainId = devnet.chains[0]?.chainId ?? 'eip155:0'
const request = {
  accounts: [{ sessionAddress: key, adminAddress: key, accountAddress: key }],
  targetChain: chainId,
  calls: [{ to: friend, data: '0x12345678' }],
  tokensRequired: [],
}

test.each([
  { what: 'an unknown chain', with: { targetChain: 'eip155:1' }, path: 'targetChain' },
  { what: 'an unknown source', with: { fromAssetId: 'agg:doge' }, path: 'fromAssetId' },
  { what: 'the group of single assets', with: { fromAssetId: 'agg:single' }, path: 'fromAssetId' },
])('refuses $what before any chain is asked, also when nothing is lent', async (changed) => {
  const asked = PrepareCallQuoteRequest.parse({ ...request, ...changed.with })
  await expect(prepareCall(asked, createSilentService(), rejectAddresses)).rejects.toMatchObject({
    code: expect.stringMatching(/^UNSUPPORTED_/),
    issues: [{ path: changed.path }],
  })
})

test('asks whose accounts they are before it asks for anything else', async () => {
  const asked = PrepareCallQuoteRequest.parse(request)
  await expect(prepareCall(asked, createSilentService(), rejectAddresses)).rejects.toThrow(
    'whose accounts',
  )
})

test.each([
  { what: 'an end', with: { validUntil: '1800000600000' }, path: 'validUntil' },
  { what: 'a start', with: { validAfter: '1800000600000' }, path: 'validAfter' },
  { what: 'any time', with: { validUntil: '9'.repeat(77) }, path: 'validUntil' },
])('refuses $what in milliseconds, and says which unit to use', async (changed) => {
  const [world] = fc.sample(testWorlds, { numRuns: 1, seed: 1 })
  if (!world) throw new Error('Expected a world.')
  const asked = PrepareCallQuoteRequest.parse({ ...request, ...changed.with })
  const service = createQuoteService(composeWorld(world))
  await expect(prepareCall(asked, service, async () => {})).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('use seconds, not milliseconds'),
    issues: [{ path: changed.path }],
  })
})

/** A network whose chains do not answer. */
function createSilentService() {
  return createQuoteService({
    network: devnet,
    chains: new Map(),
    balances: {
      read: silent,
      readWorth: silent,
      readV2: silent,
      holdings: silent,
      forget: nothing,
    },
    prices: { read: silent },
    reserved: silent,
  })
}

function rejectAddresses(): Promise<never> {
  return Promise.reject(new Error('whose accounts'))
}

function silent(): Promise<never> {
  return Promise.reject(new ChainUnavailableError(chainId, { reason: 'asked' }))
}

function nothing(): void {}
