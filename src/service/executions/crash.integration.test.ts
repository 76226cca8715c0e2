import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseAbi, parseEventLogs } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { startTestDevnet, type TestDevnet } from '#devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import { type AssetType, splitAssetType } from '#protocol/caip.ts'
import type { Quote } from '#protocol/quote.ts'
import { accountOf } from '../quotes/testQuotes.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import type { Boundary } from './boundary.ts'
import { assetOf, composeDesk, signQuote, type TestDesk, untilTerminal } from './testDesk.ts'
import type { TestWorkerOrder } from './testWorkerProcess.ts'

const owner = privateKeyToAccount(`0x${'a4'.repeat(32)}`)
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }

type Point = { boundary: Boundary; about: string }

/** Every boundary with every action that passes it. */
const points: readonly Point[] = [
  ...across(
    ['before sign', 'after sign', 'after broadcast', 'before settle', 'after settle'],
    ['deposit', 'fill', 'release', 'cancel', 'refund'],
  ),
  ...across(
    ['before store state', 'after store state'],
    ['filling', 'releasing', 'cancelling', 'refunding', 'done'],
  ),
  ...across(['before attest', 'after attest'], ['Filled', 'Cancelled']),
]

let devnet: TestDevnet
let database: TestDatabase
let desk: TestDesk
let account: RoleBasedAccount

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  desk = composeDesk(devnet.network, { storage: database.storage, keys })
  account = accountOf(owner.address, desk.service.quotes)
  await devnet.faucet.give(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 4_000_000_000n },
    { assetType: asset('Delta', 'USDC'), amount: 4_000_000_000n },
  ])
}, 60_000)

afterAll(async () => {
  await database.stop()
  await devnet.stop()
})

function across(boundaries: readonly Boundary[], abouts: readonly string[]): Point[] {
  return boundaries.flatMap((boundary) => abouts.map((about) => ({ boundary, about })))
}

function asset(chain: string, symbol: string): AssetType {
  return assetOf(devnet.network, { chain, symbol })
}

/** A quote that can be carried out, or one whose recipient refuses what is delivered. */
async function ask(kind: 'good' | 'doomed'): Promise<Quote> {
  const to = asset('Lagoon', 'ETH')
  const refuser = devnet.network.chains[0]?.contracts.originEscrow ?? ''
  desk.service.balances.forget(account.accountAddress)
  const quote = await desk.service.quotes.quoteV3({
    from: {
      accounts: [account],
      asset: { assetId: asset(kind === 'good' ? 'Firth' : 'Delta', 'USDC') },
      amount: '1000000',
    },
    to: {
      asset: { assetId: to },
      ...(kind === 'doomed' && { account: `${splitAssetType(to).chainId}:${refuser}` }),
    },
  })
  return signQuote(quote, owner)
}

/** Runs a process until it is gone; answers the signal that ended it. */
async function runProcess(
  more: Pick<TestWorkerOrder, 'crashAt' | 'accept'>,
  { timeoutMs }: { timeoutMs: number },
): Promise<string | null> {
  const order: TestWorkerOrder = {
    network: devnet.network,
    databaseUrl: database.databaseUrl,
    keys,
    ...more,
  }
  const file = fileURLToPath(new URL('./testWorkerProcess.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    env: { ...process.env, TEST_WORKER: JSON.stringify(order) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), timeoutMs)
  const [, signal]: [number | null, string | null] = await once(child, 'exit').then(
    ([code, name]) => [code, name],
  )
  clearTimeout(timer)
  return signal
}

/** Executions that a worker can take now: not those that a killed one still holds. */
async function countFree(): Promise<number> {
  const [row] = await database.storage.query<{ free: number }>(
    `select count(*)::int as free from executions
     where status not in ('COMPLETED', 'REFUNDED', 'FAILED')
       and (lease_until is null or lease_until < clock_timestamp())`,
  )
  return row?.free ?? 0
}

/** Deposits, fills and refunds of one quote, counted on the chains. */
async function countEvents(quote: Quote): Promise<Record<string, number>> {
  const abi = parseAbi([
    'event Refunded(bytes32 indexed fillId, bytes32 indexed orderHash, bool byClock)',
    'event Released(bytes32 indexed fillId, bytes32 indexed orderHash)',
    'event Filled(bytes32 indexed fillId, address indexed solver, bytes32 fillHash, uint256 amount)',
  ])
  const { originEscrow, destinationSettler } = devnet.network.chains[0]?.contracts ?? {}
  const counts = { deposits: 0, Filled: 0, Released: 0, Refunded: 0 }
  for (const { client } of devnet.chains) {
    const address = [originEscrow, destinationSettler].flatMap((one) => (one ? [one] : []))
    const logs = await client.getLogs({ address, fromBlock: 0n })
    const ours = logs.filter((log) => log.topics.at(1) === quote.id)
    const known = parseEventLogs({ abi, logs: ours })
    for (const { eventName } of known) counts[eventName] += 1
    counts.deposits += ours.filter(
      (log) => log.address.toLowerCase() === originEscrow?.toLowerCase(),
    ).length
  }
  return { ...counts, deposits: counts.deposits - counts.Released - counts.Refunded }
}

test('killed at every boundary, the service finishes or refunds everything, once', async () => {
  const quotes: { kind: 'good' | 'doomed'; quote: Quote }[] = []
  const missed: string[] = []
  const queue = [...points]
  async function lane(): Promise<void> {
    for (let point = queue.shift(); point; point = queue.shift()) {
      const signal = await runProcess({ crashAt: point }, { timeoutMs: 60_000 })
      if (signal !== 'SIGKILL') missed.push(`${point.boundary} ${point.about}: ${signal}`)
    }
  }
  const working = { isDone: false }
  async function feed(): Promise<void> {
    while (!working.isDone) {
      if ((await countFree()) >= 3) {
        await wait(100)
        continue
      }
      const kind = quotes.length % 2 === 0 ? 'good' : 'doomed'
      const quote = await ask(kind)
      await desk.executions.accept(quote, { receivedBody: quote })
      quotes.push({ kind, quote })
    }
  }
  const feeding = feed()
  await Promise.all([lane(), lane(), lane()])
  working.isDone = true
  await feeding
  expect(missed).toEqual([])

  await desk.start()
  for (const { kind, quote } of quotes) {
    const record = await untilTerminal(desk, { quoteId: quote.id, timeoutMs: 60_000 })
    const isGood = kind === 'good'
    expect(record.status).toBe(isGood ? 'COMPLETED' : 'REFUNDED')
    expect(await countEvents(quote)).toEqual(
      isGood
        ? { deposits: 1, Filled: 1, Released: 1, Refunded: 0 }
        : { deposits: 1, Filled: 0, Released: 0, Refunded: 1 },
    )
  }
  await desk.stop()
  // Everything that is left is what was not spent, to the smallest unit.
  const chain = desk.chains.get(splitAssetType(asset('Firth', 'USDC')).chainId)
  const left = await chain?.readBalance(account.accountAddress, asset('Firth', 'USDC'))
  const spent = quotes.filter(({ kind }) => kind === 'good').length
  expect(left?.units).toBe(4_000_000_000n - BigInt(spent) * 1_000_000n)
  const delta = desk.chains.get(splitAssetType(asset('Delta', 'USDC')).chainId)
  const kept = await delta?.readBalance(account.accountAddress, asset('Delta', 'USDC'))
  expect(kept?.units).toBe(4_000_000_000n)
  await expectNonces()
}, 400_000)

/** The chains and the database count the same nonces: nothing is lost, nothing waits. */
async function expectNonces(): Promise<void> {
  for (const chain of desk.chains.values())
    for (const sender of Object.values(chain.senders)) {
      const [row] = await database.storage.query<{ next: bigint }>(
        'select next_nonce as next from signer_nonces where chain = $1 and signer = $2',
        [chain.chainId, sender.toLowerCase()],
      )
      expect(row?.next).toBe(await chain.readTransactionCount(sender, 'latest'))
    }
}

test.each([
  ['before accept', []],
  ['after accept', ['PENDING']],
] as const)(
  'killed %s, nothing half-done is left',
  async (boundary, statuses) => {
    const quote = await ask('good')
    expect(await runProcess({ crashAt: { boundary }, accept: quote }, { timeoutMs: 30_000 })).toBe(
      'SIGKILL',
    )
    const record = await desk.executions.status(quote.id)
    expect('status' in record ? [record.status] : []).toEqual(statuses)
    expect(await desk.executions.accept(quote, { receivedBody: quote })).toMatchObject({
      success: true,
    })
  },
  60_000,
)
