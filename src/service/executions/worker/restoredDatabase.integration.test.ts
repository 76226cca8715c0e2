import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { createStops, type Stop } from '#testing/failures/stops.ts'
import {
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'
import { readBalancesAround } from '#testing/harness/ledger.ts'
import { startTestHarness, type TestHarness } from '#testing/harness/harness.ts'

const owner = privateKeyToAccount(`0x${'bac0'.repeat(16)}`)
let harness: TestHarness
beforeAll(async () => {
  harness = await startTestHarness()
})
afterAll(() => harness.stop())

/** A signed quote over two chains, of an account that nobody used. */
async function signedSwap(services: TestServices, account: RoleBasedAccount) {
  const [from, to] = [harness.asset('Firth', 'USDC'), harness.asset('Delta', 'USDC')]
  await harness.devnet.faucet.send(account.accountAddress, [
    { assetType: from, amount: 9_000_000n },
  ])
  services.service.balances.forget(account.accountAddress)
  const quote = await services.service.quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: from }, amount: '8000000' },
    to: { asset: { assetId: to } },
  })
  return signQuote(quote, owner)
}

const moments: Stop[] = [
  { at: 'deposit', when: 'before sign' },
  { at: 'fill', when: 'before sign' },
]

test.each(moments)(
  'a backup made $when of a $at is restored after all was done: nothing is done twice, and it goes on',
  async (moment) => {
    const stops = createStops()
    const services = harness.newDesk({ onFailpoint: stops.onFailpoint })
    const account = getAccount(owner.address, services.service.quotes)
    await services.start()
    const quote = await signedSwap(services, account)
    const reached = stops.hold(quote.id, moment)
    await services.executions.accept(quote, { receivedBody: quote })
    await reached
    await services.stop()
    const backup = await harness.database.copy()
    try {
      const after = harness.newDesk()
      await after.start()
      expect(await waitUntilTerminal(after, { quoteId: quote.id })).toMatchObject({
        status: 'COMPLETED',
      })
      await after.stop()

      const ledger = { services: after, network: harness.network, account }
      const before = await readBalancesAround(ledger, quote)
      const restored = harness.newDesk({ storage: backup.storage })
      await restored.start()
      const record = await waitUntilTerminal(restored, { quoteId: quote.id })
      expect(record).toMatchObject({ status: 'COMPLETED' })
      expect(await readBalancesAround(ledger, quote)).toEqual(before)
      const next = await signedSwap(restored, account)
      await restored.executions.accept(next, { receivedBody: next })
      expect(await waitUntilTerminal(restored, { quoteId: next.id })).toMatchObject({
        status: 'COMPLETED',
      })
      await restored.stop()
    } finally {
      await backup.stop()
    }
  },
)
