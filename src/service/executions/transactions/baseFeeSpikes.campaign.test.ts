import { entryPoint07Abi } from 'viem/account-abstraction'
import { numberToHex } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { readSponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { firstBaseFee, type PinnedFees, pinBaseFees } from '#testing/harness/fees.ts'
import { type FailureHarness, startFailureHarness } from '#testing/failures/failures.ts'
import type { TestOwner } from '#testing/harness/kinds.ts'

/** A transaction of 70,000 gas costs 1,000 dollars at such a fee, where an ether is worth 3,000. */
const dear = 5_000n * 10n ** 9n

let harness: FailureHarness
let fees: PinnedFees
let from: AssetType
let to: AssetType
beforeAll(async () => {
  harness = await startFailureHarness()
  // Fees that fall by themselves would rise when they are put back, and quotes made before be refused.
  fees = await pinBaseFees(harness.devnet.chains)
  from = harness.asset('Firth', 'USDC')
  to = harness.asset('Lagoon', 'USDC')
})
// Prices and fees are kept for some blocks: a service of its own has seen nothing of the last test's.
beforeEach(() => harness.withoutWorker(() => Promise.resolve()))
afterAll(async () => {
  await fees.end()
  await harness.stop()
})

test('a delivery of five dollars does not pay a thousand for its block: it waits, and is made when blocks are cheap', async () => {
  const { owner, quote } = await ask()
  const before = await readServiceCoins(to)
  const ending = harness.end({
    owner,
    quote,
    at: 'fill',
    inject: () => fees.set(harness.nodeOf(to), dear),
  })
  await expect.poll(() => waiting(quote)).toEqual(['fill waits for cheaper blocks'])
  expect(await readServiceCoins(to)).toBe(before)
  await makeCheap(to)
  expect((await ending).record.status).toBe('COMPLETED')
  // A dollar is a 3,000th of an ether: what the gas took was not a tenth of one.
  expect(before - (await readServiceCoins(to))).toBeLessThan(10n ** 18n / 30_000n)
  // Prices may have been read before the fees were held: a cent at most.
  expect((await readLosses(owner)).totalUsd).toBeLessThan(10n ** 6n)
})

test('blocks that stay dear are no loss: the deposit is given back, and nothing is spent where they are', async () => {
  const { owner, quote } = await ask()
  const before = await readServiceCoins(to)
  const { client } = harness.nodeOf(to)
  async function strike(): Promise<void> {
    await fees.set(harness.nodeOf(to), dear)
    await client.increaseTime({ seconds: harness.network.deadlines.fillSeconds + 1 })
    await client.mine({ blocks: 1 })
  }
  const { record, lost } = await harness.end({ owner, quote, at: 'fill', inject: strike })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(lost).toEqual({})
  expect(await readServiceCoins(to)).toBe(before)
  await makeCheap(to)
})

test('what was delivered is paid for once that costs less than it is worth', async () => {
  const { owner, quote } = await ask()
  let before = 0n
  async function strike(): Promise<void> {
    await fees.set(harness.nodeOf(from), dear)
    before = await readServiceCoins(from)
  }
  const ending = harness.end({ owner, quote, at: 'fill', inject: strike })
  await expect.poll(() => waiting(quote)).toEqual(['release waits for cheaper blocks'])
  expect(await harness.services().executions.status(quote.id)).toMatchObject({ status: 'EXECUTED' })
  expect(await readServiceCoins(from)).toBe(before)
  await makeCheap(from)
  expect((await ending).record.status).toBe('COMPLETED')
  expect((await readLosses(owner)).accountUsd).toBeLessThan(10n ** 6n)
})

test('an operation is not carried into a block that costs a hundred times what was quoted', async () => {
  const { owner, quote } = await ask()
  const before = await readServiceCoins(from)
  const ending = harness.end({
    owner,
    quote,
    at: 'deposit',
    inject: () => fees.set(harness.nodeOf(from), dear),
  })
  await expect.poll(() => waiting(quote)).toEqual(['deposit waits for cheaper blocks'])
  expect(await readServiceCoins(from)).toBe(before)
  await makeCheap(from)
  expect((await ending).record.status).toBe('COMPLETED')
  expect(before - (await readServiceCoins(from))).toBeLessThan(10n ** 18n / 3_000n)
})

test('a transfer on one chain that waited too long for cheaper blocks leaves all where it was', async () => {
  const owner = await harness.owner('roleBased', [[from, 5_000_000n]])
  const recipient = '0x00000000000000000000000000000000000f00d2'
  const quote = await harness.swap(owner, { from, amount: '4000000', to: from, recipient })
  const before = await readServiceCoins(from)
  const { client } = harness.nodeOf(from)
  const ending = harness.end({
    owner,
    quote,
    at: 'deposit',
    inject: () => fees.set(harness.nodeOf(from), dear),
  })
  await expect.poll(() => waiting(quote)).toEqual(['deposit waits for cheaper blocks'])
  await client.increaseTime({ seconds: harness.network.deadlines.depositSeconds + 1 })
  await client.mine({ blocks: 1 })
  const { record, lost } = await ending
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(lost).toEqual({})
  expect(await readServiceCoins(from)).toBe(before)
  await makeCheap(from)
})

test('what bytes cost where a rollup keeps them is priced, and waited for as well', async () => {
  const owner = await harness.owner('roleBased', [[from, 90_000_000n]])
  const terms = { from, amount: '30000000', to } as const
  const cheap = await harness.swap(owner, terms)
  // A deposit has 1,500 bytes and more, at 3,000 dollars an ether: 45 cents and more.
  const byteWei = 10n ** 11n
  await setBytePrice([from, to], byteWei)
  async function quoted(): Promise<number> {
    return Number((await harness.swap(owner, terms)).fees?.cumulativeUSD)
  }
  const minUsd = Number(cheap.fees?.cumulativeUSD) + 0.45
  await expect.poll(quoted).toBeGreaterThan(minUsd)
  const dearer = await harness.swap(owner, terms)
  const ending = harness.end({
    owner,
    quote: dearer,
    at: 'fill',
    inject: () => setBytePrice([to], 1_000n * byteWei),
  })
  await expect.poll(() => waiting(dearer)).toEqual(['fill waits for cheaper blocks'])
  await setBytePrice([from, to], 0n)
  expect((await ending).record.status).toBe('COMPLETED')
})

/** Blocks cost what they did. */
async function makeCheap(on: AssetType): Promise<void> {
  await fees.set(harness.nodeOf(on), firstBaseFee)
}

/** The OP Stack's oracle: so much for a byte, in wei. */
async function setBytePrice(on: readonly AssetType[], wei: bigint): Promise<void> {
  const address = '0x420000000000000000000000000000000000000F'
  const price = numberToHex(wei, { size: 8 }).slice(2)
  // Stores and returns the argument times the price.
  const bytecode = `0x60043567${price}025f5260205ff3` as const
  await Promise.all(on.map((one) => harness.nodeOf(one).client.setCode({ address, bytecode })))
}

/** Five dollars from one chain to the next. */
async function ask(): Promise<{ owner: TestOwner; quote: Quote }> {
  const owner = await harness.owner('roleBased', [[from, 5_000_000n]])
  return { owner, quote: await harness.swap(owner, { from, amount: '5000000', to }) }
}

async function waiting({ id }: Quote): Promise<string[]> {
  const rows = await harness.database.storage.query<{ kind: string }>(
    `select kind from events where quote_id = $1 and kind like '%cheaper blocks'`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

async function readLosses({ account }: TestOwner) {
  return readSponsorLosses(harness.database.storage, {
    account: toAddressKey(account.accountAddress),
  })
}

/** All coins from which the service pays gas on a chain, wei. */
async function readServiceCoins(on: AssetType): Promise<bigint> {
  const { client } = harness.nodeOf(on)
  const { executor, solver } = harness.network.roles
  const deposit = await client.readContract({
    address: devnetAddresses.entryPoint,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [devnetAddresses.paymaster],
  })
  const held = await Promise.all(
    [executor, solver].map((address: EvmAddress) => client.getBalance({ address })),
  )
  return held.reduce((sum, one) => sum + one, deposit)
}
