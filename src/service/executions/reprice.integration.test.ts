import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { startTestDevnet, type TestDevnet } from '#devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import type { AssetType } from '#protocol/caip.ts'
import type { Quote } from '#protocol/quote.ts'
import { setFeed } from '../quotes/testFeeds.ts'
import { accountOf, composeQuotes } from '../quotes/testQuotes.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import { assetOf, composeDesk, signQuote } from './testDesk.ts'

const owner = privateKeyToAccount(`0x${'a7'.repeat(32)}`)
const dollar = 100_000_000n
const ether = 3_000n * dollar

let devnet: TestDevnet
let database: TestDatabase
let account: RoleBasedAccount

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  account = accountOf(owner.address, composeQuotes(devnet.network).quotes)
  await devnet.faucet.give(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 900_000_000n },
  ])
})

afterAll(async () => {
  await database.stop()
  await devnet.stop()
})

test.each([
  ['what is delivered rose by two percent', 'agg:eth', { weth: (ether * 102n) / 100n }],
  ['what is given fell by two percent', 'agg:eth', { usdc: (dollar * 98n) / 100n }],
  ['like assets parted by three percent', 'agg:usdc', { usdc: (dollar * 97n) / 100n }],
])('refuses a quote when %s since, and stores nothing', async (_, to, moved) => {
  const quote = await ask(to)
  await setFeeds(moved)
  const { accept, status } = newDesk().executions
  await expect(accept(quote, { receivedBody: quote })).rejects.toMatchObject({
    code: 'PRICE_UNAVAILABLE',
  })
  expect(await status(quote.id)).toEqual({})
  const reserved = 'select 1 from reservations where quote_id = $1'
  expect(await database.storage.query(reserved, [quote.id])).toEqual([])
  // The prices were the only reason.
  await setFeeds({})
  expect(await newDesk().executions.accept(quote, { receivedBody: quote })).toMatchObject({
    success: true,
  })
})

test.each([
  ['less than one percent against the service', { weth: (ether * 1_009n) / 1_000n }],
  ['far in its favour', { weth: (ether * 90n) / 100n }],
])('takes a quote whose prices moved %s', async (_, moved) => {
  const quote = await ask('agg:eth')
  await setFeeds(moved)
  const { accept } = newDesk().executions
  expect(await accept(quote, { receivedBody: quote })).toMatchObject({ success: true })
})

/** With the feeds' first prices: 10 USDC on Firth to a destination on Lagoon. */
async function ask(to: string): Promise<Quote> {
  await setFeeds({})
  const destination = asset('Lagoon', to === 'agg:eth' ? 'WETH' : 'USDC')
  const quote = await newDesk().service.quotes.quoteV3({
    from: {
      accounts: [account],
      asset: { assetId: asset('Firth', 'USDC') },
      amount: '10000000',
    },
    to: { asset: { assetId: destination } },
    // What the user puts up with says nothing about what the service does.
    slippageTolerance: 5_000,
  })
  return signQuote(quote, owner)
}

/** Keeps no prices of before. It works on nothing: no worker is started. */
function newDesk() {
  return composeDesk(devnet.network, {
    storage: database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
}

async function setFeeds({ usdc = dollar, weth = ether }: { usdc?: bigint; weth?: bigint }) {
  await setFeed(devnet, { assetType: asset('Firth', 'USDC'), answer: usdc })
  await setFeed(devnet, { assetType: asset('Lagoon', 'WETH'), answer: weth })
}

function asset(chain: string, symbol: string): AssetType {
  return assetOf(devnet.network, { chain, symbol })
}
