import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { HistoryQuery } from '#protocol/status/status.ts'
import { getAccount, composeQuotes } from '#testing/quotes/quotes.ts'
import { insertExecution } from '../../storage/executions/executionRows.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import {
  getAsset,
  composeServices,
  signQuote,
  type TestServices,
} from '#testing/harness/composeServices.ts'

const owner = privateKeyToAccount(`0x${'a8'.repeat(32)}`)
const stranger = '0x00000000000000000000000000000000000f41e4'

let devnet: TestDevnet
let database: TestDatabase
let services: TestServices
let account: RoleBasedAccount
/** Three executions, oldest first. */
const quoteIds: string[] = []

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  account = getAccount(owner.address, composeQuotes(devnet.network).quotes)
  const usdc = getAsset(devnet.network, { chain: 'Firth', symbol: 'USDC' })
  await devnet.faucet.send(account.accountAddress, [{ assetType: usdc, amount: 900_000_000n }])
  // No worker is started: what is accepted stays as it is.
  services = composeServices(devnet.network, {
    storage: database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
  for (let index = 0; index < 3; index += 1) {
    const question = await services.service.quotes.quoteV3({
      from: { accounts: [account], asset: { assetId: usdc }, amount: '10000000' },
      to: { asset: { assetId: 'agg:eth' } },
    })
    const quote = await signQuote(question, owner)
    await services.executions.accept(quote, { receivedBody: quote })
    quoteIds.push(quote.id)
  }
})

afterAll(async () => {
  await database.stop()
  await devnet.stop()
})

test.each(['createdAt', 'updatedAt'] as const)(
  'gives every execution once, newest first, when pages are followed by %s',
  async (sortBy) => {
    const seen: string[] = []
    let continuation: string | undefined
    do {
      const page = await history({ limit: 1, sortBy, ...(continuation && { continuation }) })
      expect(page.transactions).toHaveLength(1)
      seen.push(...page.transactions.map(({ quoteId }) => quoteId))
      continuation = page.continuation
    } while (continuation !== undefined && seen.length <= quoteIds.length)
    expect(seen).toEqual(quoteIds.toReversed())
  },
)

test('gives no continuation with a page that holds the last execution', async () => {
  expect((await history({ limit: 2 })).continuation).toBeDefined()
  expect(await history({ limit: 3 })).not.toHaveProperty('continuation')
  expect(await history({ user: stranger })).toEqual({ transactions: [] })
})

test.each([
  ['with a character that no database takes', [0, `0x\u0000`]],
  ['with a time beyond all calendars', [1e300, `0x${'ab'.repeat(32)}`]],
  ['with a time before all calendars', [-1e15, `0x${'ab'.repeat(32)}`]],
  ['with half a millisecond', [0.5, `0x${'ab'.repeat(32)}`]],
  ['with an id that is none', [0, 'x']],
])('refuses a continuation that somebody made up: %s', async (_name, position) => {
  const made = [account.accountAddress.toLowerCase(), 'createdAt', ...position]
  const continuation = Buffer.from(JSON.stringify(made)).toString('base64url')
  await expect(history({ limit: 1, continuation })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  })
})

test('refuses a continuation with another account or order, and one that is none', async () => {
  const { continuation } = await history({ limit: 1 })
  const refused = { code: 'INVALID_REQUEST', issues: [{ path: 'continuation' }] }
  for (const question of [
    { continuation, user: stranger },
    { continuation, sortBy: 'updatedAt' },
    { continuation: 'none' },
  ])
    await expect(history(question)).rejects.toMatchObject(refused)
})

test('gives at most a hundred executions at once', async () => {
  const quote = await database.storage.query<{ quote: unknown }>('select quote from executions')
  for (let index = 0; index < 101; index += 1)
    await insertExecution(database.storage, {
      quoteId: `0x${index.toString(16).padStart(64, '0')}`,
      phase: 'depositing',
      type: 'SWAP',
      recipient: `${devnet.network.chains[0]?.chainId}/${stranger}`,
      quote: quote[0]?.quote,
      fromBlocks: {},
      signers: [stranger],
    })
  const page = await history({ user: stranger, limit: 1_000 })
  expect(page.transactions).toHaveLength(100)
  expect(page.continuation).toBeDefined()
  expect((await history({ user: stranger })).transactions).toHaveLength(20)
})

/** One page, its question decoded as the door does. */
function history(question: Record<string, unknown>) {
  return services.executions.history(
    HistoryQuery.parse({ user: account.accountAddress, ...question }),
  )
}
