import { afterAll, beforeAll, expect, test } from 'vitest'

import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { type FailureHarness, startFailureHarness } from '#testing/failures/failures.ts'
import { coin, execute, holdFee, readActions, setCode } from '#testing/failures/gas.ts'
import { readHeldByAccount, readHeldValue } from '../../storage/tables/heldValue.ts'
import {
  addSponsorLoss,
  readSponsorHeld,
  readSponsorLosses,
} from '../../storage/tables/sponsorBudgets.ts'

// What the code of third parties may burn in deliveries and refunds.

const burnerHeld = '0x00000000000000000000000000000000000bad0d'

let harness: FailureHarness
let eth: AssetType
beforeAll(async () => {
  harness = await startFailureHarness()
  eth = harness.asset('Delta', 'ETH')
})
afterAll(() => harness.stop())

test('a delivery that is harmless only while gas has no price is refused when tried, and burns nothing', async () => {
  const to = harness.asset('Lagoon', 'ETH')
  await setCode(harness, to, { address: twoFaced, bytecode: stopsWithoutPrice })
  const owner = await harness.owner('roleBased', [[eth, coin]])
  const terms = { from: eth, amount: (coin / 100n).toString(), to, recipient: twoFaced } as const
  const quote = await harness.swap(owner, terms)
  expect(await execute(harness, quote)).toMatchObject({
    status: 'REFUNDED',
    failReason: 'TRANSFER_FAILED',
  })
  expect(await readActions(harness, quote, 'reverted')).toEqual([])
})

test('a refund that is harmless only while gas has no price is refused when tried, and burns nothing', async () => {
  const to = harness.asset('Lagoon', 'ETH')
  const owner = await harness.owner('eip7702', [[eth, coin]])
  const address = owner.account.accountAddress
  const recipient = '0x00000000000000000000000000000000000bad09'
  const terms = { from: eth, amount: (coin / 100n).toString(), to, recipient } as const
  const quote = await harness.swap(owner, terms)
  async function strike(): Promise<void> {
    await setCode(harness, to, { address: recipient, bytecode: '0xfe' })
    // The owner can do this by delegating again.
    await setCode(harness, eth, { address, bytecode: stopsWithoutPrice })
  }
  const ending = harness.end({ owner, quote, at: 'fill', inject: strike })
  await expect.poll(() => readActions(harness, quote, 'refused')).toContain('refund')
  expect(await readActions(harness, quote, 'reverted')).toEqual([])
  // It fills the limit of its own account, not that of everybody.
  const { storage } = harness.database
  const held = await readHeldByAccount(storage, address)
  expect(held).toBeGreaterThan(0n)
  expect(await othersHeld(quote)).toBe((await readHeldValue(storage)).totalUsd)
  await setCode(harness, eth, { address, bytecode: '0x' })
  expect((await ending).record.status).toBe('REFUNDED')
  expect(await readActions(harness, quote, 'reverted')).toEqual([])
})

test('a delivery that runs a third party\u2019s code is called off once its account has cost what it may', async () => {
  const to = harness.asset('Lagoon', 'ETH')
  const owner = await harness.owner('roleBased', [[eth, coin]])
  const account = toAddressKey(owner.account.accountAddress)
  const recipient = '0x00000000000000000000000000000000000bad0a'
  const terms = { from: eth, amount: (coin / 100n).toString(), to, recipient } as const
  const quote = await harness.swap(owner, terms)
  const { storage } = harness.database
  const usd = 301n * 10n ** 8n
  // What deliveries that were accepted beside it burn meanwhile.
  const { record, lost } = await harness.end({
    owner,
    quote,
    at: 'fill',
    inject: () => addSponsorLoss(storage, { account, usd }),
    undo: () => addSponsorLoss(storage, { account, usd: -usd }),
  })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SWAP_USES_TOO_MUCH_GAS' })
  expect(lost).toEqual({})
})

test('what a recipient of coins may burn is held before it is paid, at the fees of its chain', async () => {
  const to = harness.asset('Lagoon', 'ETH')
  const owner = await harness.owner('roleBased', [[eth, coin]])
  const account = toAddressKey(owner.account.accountAddress)
  await holdFee(harness, [to], 120n * 10n ** 9n)
  const terms = { from: eth, amount: (coin / 10n).toString(), to, recipient: burnerHeld } as const
  const { executions } = harness.services()
  const first = await harness.swap(owner, terms)
  const second = await harness.swap(owner, terms)
  await executions.accept(first, { receivedBody: first })
  const { accountUsd } = await readSponsorHeld(harness.database.storage, { account })
  // 645,000 gas at more than 100 gwei, where an ether is 3,000 dollars.
  expect(accountUsd).toBeGreaterThan(190n * 10n ** 8n)
  await expect(executions.accept(second, { receivedBody: second })).rejects.toMatchObject({
    code: 'SPONSORSHIP_EXHAUSTED',
  })
})

test('what a delivery burnt counts though its deposit is not given back yet', async () => {
  const to = harness.asset('Lagoon', 'ETH')
  const owner = await harness.owner('roleBased', [[eth, coin]])
  const recipient = '0x00000000000000000000000000000000000bad08'
  const terms = { from: eth, amount: (coin / 100n).toString(), to, recipient } as const
  const quote = await harness.swap(owner, terms)
  const services = harness.services()
  async function strike(): Promise<void> {
    await services.attestor.stop()
    await setCode(harness, to, { address: recipient, bytecode: '0xfe' })
  }
  harness
    .end({ owner, quote, at: 'fill', when: 'after sign', inject: strike })
    .catch(() => undefined)
  const account = toAddressKey(owner.account.accountAddress)
  await expect
    .poll(async () => (await readSponsorLosses(harness.database.storage, { account })).accountUsd)
    .toBeGreaterThan(0n)
  expect(await services.executions.status(quote.id)).toMatchObject({ status: 'IN_PROGRESS' })
})

/** What executions beside one hold, 1e-8 US dollars. */
async function othersHeld({ id }: Quote): Promise<bigint> {
  const [row] = await harness.database.storage.query<{ usd: bigint }>(
    `select coalesce(sum(held_usd), 0)::numeric(78, 0) as usd from executions
     where quote_id <> $1 and status not in ('COMPLETED', 'REFUNDED', 'FAILED')`,
    [id],
  )
  return row?.usd ?? 0n
}

const twoFaced = '0x00000000000000000000000000000000000bad07'
/** Stops where gas has no price, as an estimate has none, and uses up all of it where it has one. */
const stopsWithoutPrice = '0x3a600557005bfe'
