import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { accountOf } from '#testing/quotes/quotes.ts'
import { createStops, type Stop } from '#testing/failures/stops.ts'
import { signQuote, type TestDesk, untilTerminal } from '#testing/harness/desk.ts'
import { balancesAround } from '#testing/harness/ledger.ts'
import { startTestScene, type TestScene } from '#testing/harness/scene.ts'

const owner = privateKeyToAccount(`0x${'bac0'.repeat(16)}`)
let scene: TestScene
beforeAll(async () => {
  scene = await startTestScene()
})
afterAll(() => scene.stop())

/** A signed quote over two chains, of an account that nobody used. */
async function signedSwap(desk: TestDesk, account: RoleBasedAccount) {
  const [from, to] = [scene.asset('Firth', 'USDC'), scene.asset('Delta', 'USDC')]
  await scene.devnet.faucet.give(account.accountAddress, [{ assetType: from, amount: 9_000_000n }])
  desk.service.balances.forget(account.accountAddress)
  const quote = await desk.service.quotes.quoteV3({
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
    const desk = scene.newDesk({ onBoundary: stops.onBoundary })
    const account = accountOf(owner.address, desk.service.quotes)
    await desk.start()
    const quote = await signedSwap(desk, account)
    const reached = stops.hold(quote.id, moment)
    await desk.executions.accept(quote, { receivedBody: quote })
    await reached
    await desk.stop()
    const backup = await scene.database.copy()
    try {
      const after = scene.newDesk()
      await after.start()
      expect(await untilTerminal(after, { quoteId: quote.id })).toMatchObject({
        status: 'COMPLETED',
      })
      await after.stop()

      const ledger = { desk: after, network: scene.network, account }
      const before = await balancesAround(ledger, quote)
      const restored = scene.newDesk({ storage: backup.storage })
      await restored.start()
      const record = await untilTerminal(restored, { quoteId: quote.id })
      expect(record).toMatchObject({ status: 'COMPLETED' })
      expect(await balancesAround(ledger, quote)).toEqual(before)
      const next = await signedSwap(restored, account)
      await restored.executions.accept(next, { receivedBody: next })
      expect(await untilTerminal(restored, { quoteId: next.id })).toMatchObject({
        status: 'COMPLETED',
      })
      await restored.stop()
    } finally {
      await backup.stop()
    }
  },
)
