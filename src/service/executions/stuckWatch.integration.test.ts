import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { startTestDevnet } from '#devnet/startTestDevnet.ts'
import { accountOf } from '../quotes/testQuotes.ts'
import { startTestDatabase } from '../storage/testDatabase.ts'
import { createStuckWatch } from './stuckWatch.ts'
import { assetOf, composeDesk, signQuote, untilTerminal } from './testDesk.ts'

const owner = privateKeyToAccount(`0x${'ab'.repeat(32)}`)
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }

test('a release that is refused again and again raises one alarm, and is made once it can be', async () => {
  const [devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const { storage } = database
  // An attestor whose word the contracts do not take.
  const desk = composeDesk(devnet.network, {
    storage,
    keys: { ...keys, attestor: devnetKeys.keeper },
  })
  const account = accountOf(owner.address, desk.service.quotes)
  const usdc = assetOf(devnet.network, { chain: 'Firth', symbol: 'USDC' })
  await devnet.faucet.give(account.accountAddress, [{ assetType: usdc, amount: 9_000_000n }])
  const quote = await signQuote(
    await desk.service.quotes.quoteV3({
      from: { accounts: [account], asset: { assetId: usdc }, amount: '5000000' },
      to: { asset: { assetId: assetOf(devnet.network, { chain: 'Delta', symbol: 'USDC' }) } },
    }),
    owner,
  )
  const alarms: string[] = []
  const counts: number[] = []
  const watch = createStuckWatch({
    storage,
    everyMs: 100,
    onStuck: ({ quoteId, action, reason }) => alarms.push(`${quoteId} ${action} ${reason}`),
    onCount: (count) => counts.push(count),
    onError: (error) => alarms.push(String(error)),
  })
  watch.start()
  await desk.executions.accept(quote, { receivedBody: quote })
  await desk.start()
  await expect.poll(() => counts.at(-1), { timeout: 60_000 }).toBe(1)
  expect(await desk.executions.status(quote.id)).toMatchObject({ status: 'EXECUTED' })
  await desk.stop()
  // The right attestor says it again.
  await storage.query('delete from attestations')
  const right = composeDesk(devnet.network, { storage, keys })
  await right.start()
  const record = await untilTerminal(right, { quoteId: quote.id, timeoutMs: 60_000 })
  expect(record.status).toBe('COMPLETED')
  await expect.poll(() => counts.at(-1), { timeout: 5_000 }).toBe(0)
  await right.stop()
  await watch.stop()
  expect(alarms).toEqual([`${quote.id} release INVALID_SIGNATURE`])
  await database.stop()
  await devnet.stop()
}, 150_000)
