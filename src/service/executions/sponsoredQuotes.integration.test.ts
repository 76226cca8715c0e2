import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { testAccount } from '#devnet/testAccount.ts'
import { ErrorBody } from '#protocol/errors.ts'
import { startTestService, type TestService } from '../testService.ts'
import { addSponsorLoss } from '../storage/sponsorBudgets.ts'
import { friendlyCall, placeTarget } from './testCrashCall.ts'
import { assetOf } from './testDesk.ts'

const owner = testAccount({ session: devnetKeys.keeper, admin: devnetKeys.keeper })
const account = {
  sessionAddress: owner.session.address,
  adminAddress: owner.admin.address,
  accountAddress: owner.address,
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ SPONSOR_DAILY_USD: '200', SPONSOR_ACCOUNT_DAILY_USD: '100' })
  await service.devnet.faucet.give(owner.address, [
    { assetType: asset('Firth'), amount: 90_000_000n },
  ])
  await placeTarget(service.devnet, 'Lagoon')
})
afterAll(() => service.stop())

test('nobody is given a quote to sign whose gas is not sponsored today', async () => {
  expect(await statuses()).toEqual([200, 200, 200])

  await lose(100n)
  expect(await statuses()).toEqual([429, 429, 429])
  const answer = await service.ask('/api/v3/quote', swap())
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(ErrorBody.parse(await answer.json())).toMatchObject({ code: 'SPONSORSHIP_EXHAUSTED' })

  await lose(100n)
  expect(await statuses()).toEqual([503, 503, 503])
  const paused = ErrorBody.parse(await (await service.ask('/api/v3/quote', swap())).json())
  expect(paused).toMatchObject({ code: 'SPONSORSHIP_PAUSED' })
  expect(paused.message).toContain('nothing is sponsored until tomorrow (UTC)')
})

function swap() {
  const from = { accounts: [account], asset: { assetId: asset('Firth') }, amount: '8000000' }
  return { from, to: { asset: { assetId: asset('Lagoon') } } }
}

function asset(chain: string) {
  return assetOf(service.devnet.network, { chain, symbol: 'USDC' })
}

async function lose(dollars: bigint): Promise<void> {
  const loss = { account: owner.address.toLowerCase(), usd: dollars * 10n ** 8n }
  await addSponsorLoss(service.storage, loss)
}

async function statuses(): Promise<readonly number[]> {
  const call = friendlyCall(owner, { usdc: asset('Lagoon'), from: asset('Firth'), end: 'done' })
  const { from, to } = swap()
  const single = { account, asset: from.asset, amount: from.amount }
  const answers = [
    await service.ask('/api/v3/quote', swap()),
    await service.ask('/api/v1/quote', { from: single, to }),
    await service.ask('/api/v3/quote/prepare-call-quote', call),
  ]
  return answers.map(({ status }) => status)
}
