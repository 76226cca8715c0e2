import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { createTestAccount } from '#testing/devnet/account.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { startTestService, type TestService } from '#testing/harness/service.ts'
import { getAsset, signQuote } from '#testing/harness/composeServices.ts'
import { pinBaseFee } from '#testing/harness/fees.ts'

const owner = createTestAccount({ session: devnetKeys.keeper, admin: devnetKeys.keeper })
const gwei = 10n ** 9n

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.devnet.faucet.send(owner.address, [
    { assetType: asset('Firth'), amount: 3_000_000_000n },
  ])
})
afterAll(() => service.stop())

test('thirty executions of one account are taken at a base fee of 2 gwei, while their quotes live', async () => {
  onTestFinished(await pinBaseFee(service.devnet.chains, 3n * gwei))
  // The service looks at fees once a block, and charges by what it saw a little before: a quote whose fee
  // is that of cheaper gas is refused.
  await expect.poll(async () => getMaxFee(await ask())).toBeGreaterThan(5n * gwei)
  await expect.poll(async () => Number((await ask()).fees?.cumulativeUSD)).toBeGreaterThan(1)
  const quotes = await Promise.all(Array.from({ length: 30 }, ask))
  for (const quote of quotes) expect(getMaxFee(quote)).toBeGreaterThan(4n * gwei)

  const answers = await Promise.all(
    quotes.map((quote) => service.ask('/api/v3/quote/execute-quote', quote)),
  )

  // Each is refused once its quote is thirty seconds old.
  expect(answers.map(({ status }) => status)).toEqual(quotes.map(() => 200))
  // Nor is one of them given up for its gas afterwards.
  await expect.poll(statuses).toEqual({ COMPLETED: 30 })
})

/** What an operation may pay for a unit of gas at most: twice the base fee and a tip. */
function getMaxFee({ originChainsOperations: [operation] }: Quote): bigint {
  if (!operation || !isEvmOperation(operation)) throw new Error('The quote deposits nothing.')
  return BigInt(operation.userOp.maxFeePerGas)
}

async function ask(): Promise<Quote> {
  const account = {
    sessionAddress: owner.session.address,
    adminAddress: owner.admin.address,
    accountAddress: owner.address,
  }
  const from = { accounts: [account], asset: { assetId: asset('Firth') }, amount: '60000000' }
  const answer = await service.ask('/api/v3/quote', {
    from,
    to: { asset: { assetId: asset('Lagoon') } },
  })
  return signQuote(Quote.parse(await answer.json()), owner.session)
}

async function statuses(): Promise<Record<string, number>> {
  const rows = await service.storage.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from executions group by status',
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

function asset(chain: string) {
  return getAsset(service.devnet.network, { chain, symbol: 'USDC' })
}
