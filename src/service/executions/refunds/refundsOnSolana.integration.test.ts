import { PublicKey } from '@solana/web3.js'
import { beforeAll, expect, test } from 'vitest'

import type { ReclaimableAccount, OnReclaimError } from '#chains/ports/settlementChain.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { createRentReclaimer } from '../jobs/rentReclaimer.ts'
import { readSponsorHeld, readSponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { testLimits, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import {
  requestQuote,
  readTokens,
  readUnits,
  setUpSolanaHarness,
} from '#testing/harness/solanaHarness.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { getDevnetChain } from '#testing/devnet/settlement.ts'
import { readPhase } from '#testing/harness/rows.ts'
import { transferAll } from '#testing/harness/inventory.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e6')
const harness = setUpSolanaHarness({ roles: 'worker' })
const { asset, createServices } = harness
let wallet: string

beforeAll(() => {
  wallet = harness.onSolana.accountAddress
})

function getUsdc(holder: string): Promise<bigint> {
  return readTokens(harness, { wallet: holder, token: 'usdc' })
}

/** Asks for a token of Lagoon and takes it from the solver once the quote is accepted. */
async function executeInVain(): Promise<Quote> {
  const quote = await getQuote('60000000', asset('Lagoon', 'WBTC'))
  await harness.services.worker.stop()
  await harness.services.executions.accept(quote, { receivedBody: quote })
  await moveInventory(devnetKeys.solver, harness.devnet.network.roles.payee)
  harness.services = createServices()
  await harness.services.worker.start()
  return quote
}

/** What is laid out or may be lost for an account, 1e-8 US dollars. */
async function heldFor(account: string): Promise<bigint> {
  return (await readSponsorHeld(harness.database.storage, { account })).accountUsd
}

function getQuote(amount: string, to: AssetType): Promise<Quote> {
  const { onSolana } = harness
  const from = asset('Reef', 'USDC')
  return requestQuote(harness, { accounts: [onSolana], from, amount, to, recipient: friend })
}

/** Moves all bitcoin that a key holds on Lagoon, so that nothing can be delivered of it. */
async function moveInventory(key: Hash, to: EvmAddress): Promise<void> {
  const lagoon = getDevnetChain(harness.devnet, 'Lagoon')
  await transferAll(lagoon, { assetType: asset('Lagoon', 'WBTC'), key, to })
}

async function giveInventoryBack(): Promise<void> {
  await moveInventory(devnetKeys.payee, harness.devnet.network.roles.solver)
}

test('a deposit whose delivery was given up comes back on the attestor’s word', async () => {
  const before = await getUsdc(wallet)
  const quote = await executeInVain()
  harness.services.attestor.start()
  const record = await waitUntilTerminal(harness.services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  expect(record.refundOperations).toHaveLength(1)
  expect(record.destinationChainOperations).toEqual([])
  expect(await getUsdc(wallet)).toBe(before)
  await giveInventoryBack()
})

test('rent that is laid out for an account counts until it is back, whatever became of the execution', async () => {
  const lentUsd = await heldFor(wallet)
  expect(lentUsd).toBeGreaterThan(0n)
  // Enough for one more deposit, and not beside the rent of the last one.
  const { accountUsd: lostUsd } = await readSponsorLosses(harness.database.storage, {
    account: wallet,
  })
  const { executions } = createServices({
    sponsorLimits: { ...testLimits, accountUsd: lostUsd + 120_000_000n },
  })
  const quote = await getQuote('1000000', asset('Lagoon', 'USDC'))
  await expect(executions.accept(quote, { receivedBody: quote })).rejects.toMatchObject({
    code: 'SPONSORSHIP_EXHAUSTED',
    message: expect.stringContaining('of this account'),
  })
})

test('what Solana cannot deliver is given up there, and comes back on the EVM chain', async () => {
  const { services, devnet, onEvm, solanaId, roles } = harness
  const to = asset('Reef', 'USDT')
  const quote = await requestQuote(harness, {
    accounts: [onEvm],
    from: asset('Firth', 'USDC'),
    amount: '30000000',
    to,
    recipient: wallet,
  })
  const holder = { holder: onEvm.accountAddress, assetType: asset('Firth', 'USDC') }
  const before = await readUnits(harness, holder)
  await services.stop()
  await services.executions.accept(quote, { receivedBody: quote })
  const chain = getSettlement(services.chains, solanaId)
  const { units } = await chain.readBalance(roles.solver, to)
  const sweep = { kind: 'sweep', assetType: to, to: roles.payee, amount: units } as const
  const prepared = await chain.prepare(sweep)
  if ('refused' in prepared) throw new Error(prepared.refused)
  const { raw, hash } = await prepared.sign(0n)
  await chain.broadcast(raw)
  await expect
    .poll(() => chain.readTransactionOutcome(hash, undefined))
    .toMatchObject({ isSuccess: true })
  harness.services = createServices()
  await harness.services.start()
  const record = await waitUntilTerminal(harness.services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  expect(await readUnits(harness, holder)).toBe(before)
  const { destination } = parseExecutionPlan(quote, {
    network: devnet.network,
    chains: services.chains,
  })
  const fills = destination ? [destination] : []
  const { number } = await chain.readHead()
  const { fills: said } = await chain.readState({ orders: [], nonces: [], fills }, number)
  expect(said).toEqual(['cancelled'])
})

test('while the attestor is silent a deposit comes back by the clock, and not before', async () => {
  await harness.services.attestor.stop()
  const before = await getUsdc(wallet)
  const quote = await executeInVain()
  await expect.poll(() => readPhase(harness.database, quote)).toBe('refunding')
  expect(before - (await getUsdc(wallet))).toBe(60_000_000n)
  await harness.devnet.solana.increaseTime(7_200)
  const { services } = harness
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  expect(record.refundOperations).toHaveLength(1)
  expect(await getUsdc(wallet)).toBe(before)
})

test('rent comes back to the executor when nobody can need what it was paid for, and not before', async () => {
  const { services, database, devnet, roles } = harness
  const { connection } = devnet.solana
  const executor = new PublicKey(roles.executor)
  const before = await connection.getBalance(executor)
  expect(await reclaimable()).toEqual(['fill', 'order', 'order'])
  const errors: unknown[] = []
  const duty = createRentReclaimer({
    storage: database.storage,
    chains: services.chains,
    onError: (error) => errors.push(error),
    everyMs: 200,
  })
  duty.start()
  await expect.poll(dueNow, { interval: 500 }).toEqual(['fill'])
  const ofOrders = await connection.getBalance(executor)
  expect(ofOrders - before).toBeGreaterThan(2 * 2_900_000)
  await devnet.solana.increaseTime(2_000)
  await expect.poll(dueNow, { interval: 500 }).toEqual([])
  expect((await connection.getBalance(executor)) - ofOrders).toBeGreaterThan(1_900_000)
  await duty.stop()
  expect(await heldFor(wallet)).toBe(0n)
  expect(errors).toEqual([])
})

test('rent that never comes back keeps no other from it, and is told', async () => {
  const { services, database } = harness
  const { chainId } = devnetSolana
  const keys = Array.from({ length: 30 }, (_, index) => `0x${String(index + 10).repeat(32)}`)
  await database.storage.query(
    `insert into rents (chain, kind, key, quote_id, due_at)
     select $1, 'order', key, (select quote_id from executions limit 1),
       clock_timestamp() - interval '1 hour' + place * interval '1 second'
     from unnest($2::text[]) with ordinality as noted (key, place)`,
    [chainId, keys],
  )
  const chain = getSettlement(services.chains, chainId)
  const errors: string[] = []
  const duty = createRentReclaimer({
    storage: database.storage,
    chains: new Map([[chainId, { ...chain, reclaim }]]),
    onError: (error) => errors.push(String(error)),
  })
  duty.start()
  await expect.poll(reclaimable).toHaveLength(29)
  await duty.stop()
  expect(errors).toHaveLength(29)
  for (const key of keys.slice(0, -1))
    expect(errors).toContain(
      `Error: The rent of order ${key} on ${chainId} does not come back: never.`,
    )

  /** Closes the last one only. */
  async function reclaim(
    found: readonly ReclaimableAccount[],
    onRefused?: OnReclaimError,
  ): Promise<boolean[]> {
    return found.map((one, index) => {
      const isLast = one.kind === 'order' && one.orderHash === keys.at(-1)
      if (!isLast) onRefused?.(index, 'never')
      return isLast
    })
  }
})

/** What is left to close, after making all of it due. */
async function dueNow(): Promise<string[]> {
  await harness.database.storage.query('update rents set due_at = clock_timestamp()')
  return reclaimable()
}

async function reclaimable(): Promise<string[]> {
  const query = 'select kind from rents order by kind'
  const rows = await harness.database.storage.query<{ kind: string }>(query)
  return rows.map(({ kind }) => kind)
}
