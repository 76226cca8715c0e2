import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { ErrorBody } from '#protocol/status/errors.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import { getRuns } from '#testing/campaign.ts'
import {
  buildApiKey,
  createErrorLog,
  goodKey,
  startTestHttp,
  stopTestHttp,
} from '#testing/http/http.ts'
import {
  allAssets,
  composeWorld,
  testNetwork,
  type TestWorld,
  testWorlds,
} from '#testing/quotes/world.ts'
import { prepareCall } from './calls/prepareCall.ts'
import { quoteCall } from './calls/quoteCall.ts'
import { findNamedSource } from './calls/callSources.ts'
import { createQuoteService } from './quoteService.ts'

afterEach(stopTestHttp)

const mostUnits = 2n ** 256n - 1n
const aggregates = testNetwork.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)
const assetIds = fc.oneof(
  fc.constantFrom(...aggregates),
  fc.constantFrom(...allAssets.map(({ assetType }) => assetType)),
)
/** All magnitudes, with their neighbours: one unit, one of another number of decimals, the most. */
const amounts = fc.oneof(
  fc.constantFrom(1n, 2n, mostUnits - 1n, mostUnits),
  fc
    .tuple(
      fc.integer({ min: 0, max: 76 }),
      fc.integer({ min: 1, max: 99 }),
      fc.constantFrom(-1n, 0n, 1n),
    )
    .map(([zeros, digits, off]) => 10n ** BigInt(zeros) * BigInt(digits) + off)
    .filter((amount) => amount > 0n && amount <= mostUnits),
)
const optional = { nil: undefined }
const quoteRequests = fc.record({
  world: testWorlds,
  from: assetIds,
  to: assetIds,
  amount: amounts,
  isExactOutput: fc.boolean(),
  slippageTolerance: fc.option(fc.constantFrom(1, 50, 5000), optional),
  chains: fc.option(
    fc.uniqueArray(fc.constantFrom(...testNetwork.chains.map(({ chainId }) => chainId)), {
      minLength: 1,
    }),
    optional,
  ),
})
const times = fc.option(
  fc.constantFrom(
    '0',
    '1',
    '1799999999',
    '1800000060',
    '1800003600',
    '1800000060000',
    '281474976710655',
  ),
  { ...optional, freq: 1 },
)
const callRequests = fc.record({
  world: testWorlds,
  chain: fc.nat(2),
  required: fc.array(fc.tuple(fc.nat(4), fc.oneof(amounts, fc.constantFrom(0n, 1n, 10n ** 6n))), {
    maxLength: 3,
  }),
  value: fc.option(amounts, { ...optional, freq: 1 }),
  allowance: fc.option(fc.tuple(fc.nat(4), amounts), optional),
  from: fc.option(assetIds, optional),
  payWith: fc.option(assetIds, optional),
  validAfter: times,
  validUntil: times,
})

test('every request for a quote is answered by 200, or by a refusal that is no fault', async () => {
  const service = await startService()
  await fc.assert(
    fc.asyncProperty(quoteRequests, async ({ world, ...asked }) => {
      service.show(world)
      const { amount, isExactOutput, slippageTolerance } = asked
      const from = {
        asset: { assetId: asked.from },
        chains: asked.chains,
        ...(!isExactOutput && { amount: `${amount}` }),
      }
      const to = { asset: { assetId: asked.to }, ...(isExactOutput && { amount: `${amount}` }) }
      await service.ask('/api/v3/quote/indicative', { from, to, slippageTolerance })
      const { accounts } = world
      await service.ask('/api/v3/quote', { from: { ...from, accounts }, to, slippageTolerance })
    }),
    getRuns({ test: 40, campaign: 5_000 }),
  )
  expect(service.seen(200)).toBeGreaterThan(2)
  expect(service.seen(422)).toBeGreaterThan(2)
})

test('every request for a call is answered by 200, or by a refusal that is no fault', async () => {
  const service = await startService()
  await fc.assert(
    fc.asyncProperty(callRequests, async ({ world, ...asked }) => {
      service.show(world)
      const { accounts } = world
      const targetChain = devnet.chains[asked.chain]?.chainId
      const onChain = allAssets.filter(({ chainId }) => chainId === targetChain)
      const to = '0x00000000000000000000000000000000000f41e4'
      const [allowedAt = 0, allowed = 0n] = asked.allowance ?? []
      const prepared = await service.ask('/api/v3/quote/prepare-call-quote', {
        accounts,
        targetChain,
        calls: [
          {
            to,
            data: '0x12345678',
            ...(asked.value && { value: `0x${asked.value.toString(16)}` }),
          },
        ],
        tokensRequired: asked.required.flatMap(([at, amount]) => {
          const assetType = onChain[at]?.assetType
          return assetType === undefined ? [] : [{ assetType, amount: `${amount}` }]
        }),
        ...(asked.allowance && {
          allowanceRequirements: [
            { assetType: onChain[allowedAt]?.assetType, amount: `${allowed}`, spender: to },
          ],
        }),
        fromAssetId: asked.from,
        validAfter: asked.validAfter,
        validUntil: asked.validUntil,
      })
      if (!prepared) return
      await service.ask('/api/v3/quote/call-quote', { ...prepared, fromAssetId: asked.payWith })
    }),
    getRuns({ test: 40, campaign: 2_000 }),
  )
  expect(service.seen(200)).toBeGreaterThan(2)
  expect(service.seen(422)).toBeGreaterThan(2)
})

/** The endpoints of a world that can be changed; none of them may fail at anything. */
async function startService() {
  const { faults, log } = createErrorLog()
  const counts = new Map<number, number>()
  let world: ReturnType<typeof composeWorld> | undefined
  let prepared: PreparedTerms | undefined
  const seal = { tamperProofSignature: '0x' } as const
  const app = await startTestHttp({
    handlers: {
      quote: ({ body }) => getWorld().quotes.quoteV3(body),
      indicativeQuote: ({ body }) => getWorld().quotes.quoteIndicatively(body),
      async prepareCallQuote({ body }) {
        const service = createQuoteService(getWorld())
        const { terms, sourceAssetBalances } = await prepareCall(body, service, async () => {})
        const { accounts, callType, chainOperation } = terms
        prepared = terms
        return { accounts, chainOperation, callType, sourceAssetBalances, ...seal }
      },
      async callQuote({ body: { fromAssetId, accounts } }) {
        if (!prepared) throw new Error('No call is prepared.')
        const service = createQuoteService(getWorld())
        const from = findNamedSource(fromAssetId, 'fromAssetId', service)
        return { ...(await quoteCall(prepared, from, service)), accounts, ...seal }
      },
    },
    keys: [buildApiKey('good', { requestsPerSecond: 1_000_000 })],
    log,
  })
  return {
    show: (shown: TestWorld) => (world = composeWorld(shown)),
    seen: (status: number) => counts.get(status) ?? 0,
    /** Returns the answer if it is 200. */
    async ask(url: string, payload: object): Promise<object | undefined> {
      const response = await app.inject({ method: 'POST', url, headers: goodKey, payload })
      const { statusCode } = response
      counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
      expect(faults.splice(0)).toEqual([])
      if (statusCode === 200) return response.json<object>()
      const { message, code } = ErrorBody.parse(response.json())
      const isTrue = code !== 'INSUFFICIENT_BALANCE' || !url.endsWith('/indicative')
      expect({ statusCode, message, isTrue }).toEqual({
        statusCode: expect.toSatisfy((status) => [400, 409, 422].includes(status)),
        // A 400 may name what is wrong in the request; what else is said, a person reads.
        message: expect.not.stringMatching(
          statusCode === 400 ? /:single/ : /agg:|:single|\/(erc20|slip44|token):/,
        ),
        isTrue: true,
      })
      return undefined
    },
  }

  function getWorld() {
    if (!world) throw new Error('There is no world yet.')
    return world
  }
}
