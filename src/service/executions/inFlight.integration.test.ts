import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { startTestDevnet, type TestDevnet } from '#devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import type { AssetType } from '#protocol/caip.ts'
import type { Quote } from '#protocol/quote.ts'
import { accountOf } from '../quotes/testQuotes.ts'
import { heldInAll } from '../storage/executionRows.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import { assetOf, composeDesk, signQuote, type TestDesk, untilTerminal } from './testDesk.ts'

/** Nothing but what is in flight is common to what these do. */
const owners = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'].map((byte) =>
  privateKeyToAccount(`0x${byte.repeat(32)}`),
)
const destinations = [
  ['Lagoon', 'USDC'],
  ['Lagoon', 'USDT'],
  ['Lagoon', 'WETH'],
  ['Delta', 'USDC'],
  ['Delta', 'USDT'],
  ['Delta', 'WETH'],
] as const
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }
const dollar = 10n ** 8n

let devnet: TestDevnet
let database: TestDatabase
let accounts: readonly RoleBasedAccount[]
let desk: TestDesk

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  desk = composeDesk(devnet.network, {
    storage: database.storage,
    keys,
    maxInFlightUsd: 250n * dollar,
  })
  accounts = owners.map(({ address }) => accountOf(address, desk.service.quotes))
  const wishes = [{ assetType: asset('Firth', 'USDC'), amount: 2_000_000_000n }]
  for (const { accountAddress } of accounts) await devnet.faucet.give(accountAddress, wishes)
})

afterAll(async () => {
  await desk.stop()
  await database.stop()
  await devnet.stop()
})

test('however many quotes are executed at once, deposits under way stay below the limit until they are settled', async () => {
  const quotes = await Promise.all(
    destinations.map(([chain, symbol], index) => ask('100000000', { index, chain, symbol })),
  )

  const answers = await Promise.allSettled(quotes.map(accept))

  const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refusals).toHaveLength(4)
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ code: 'INSUFFICIENT_LIQUIDITY' })
    expect(String(refusal)).toContain('try again in a minute')
  }
  expect(await heldInAll(database.storage)).toBe(200n * dollar)
  // What is smaller still fits, what stays on one chain hangs on nobody's word.
  await accept(await ask('40000000'))
  await accept(await ask('500000000', { chain: 'Firth', symbol: 'WETH' }))
  const late = await ask('100000000')
  await expect(accept(late)).rejects.toMatchObject({ code: 'INSUFFICIENT_LIQUIDITY' })

  await desk.start()
  const taken = quotes.filter((_, index) => answers[index]?.status === 'fulfilled')
  for (const { id } of taken)
    expect(await untilTerminal(desk, { quoteId: id })).toMatchObject({ status: 'COMPLETED' })
  await expect.poll(() => heldInAll(database.storage)).toBe(0n)
  expect(await accept(await ask('200000000'))).toMatchObject({ success: true })
})

async function ask(
  amount: string,
  { index = 0, chain = 'Lagoon', symbol = 'USDC' } = {},
): Promise<Quote> {
  const [account, owner] = [accounts[index], owners[index]]
  if (!account || !owner) throw new Error('Nobody asks.')
  desk.service.balances.forget(account.accountAddress)
  const from = { accounts: [account], asset: { assetId: asset('Firth', 'USDC') }, amount }
  const to = { asset: { assetId: asset(chain, symbol) } }
  return signQuote(await desk.service.quotes.quoteV3({ from, to }), owner)
}

function accept(quote: Quote) {
  return desk.executions.accept(quote, { receivedBody: quote })
}

function asset(chain: string, symbol: string): AssetType {
  return assetOf(devnet.network, { chain, symbol })
}
