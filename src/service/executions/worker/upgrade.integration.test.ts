import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { placeRefuser, refuser } from '#testing/devnet/refuser.ts'
import { chainOf } from '#testing/devnet/settlement.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { accountOf } from '#testing/quotes/quotes.ts'
import type { Storage } from '../../storage/database.ts'
import { heldValue } from '../../storage/tables/heldValue.ts'
import { sponsorTotal } from '../../storage/tables/sponsorBudgets.ts'
import { createStorage } from '../../storage/storage.ts'
import { signQuote, type TestDesk, untilTerminal } from '#testing/harness/desk.ts'
import { startTestScene, type TestScene } from '#testing/harness/scene.ts'

const owner = privateKeyToAccount(`0x${'bb'.repeat(32)}`)
const dollar = 10n ** 8n

let scene: TestScene
let desk: TestDesk
let upgraded: Storage

beforeAll(async () => {
  scene = await startTestScene()
  desk = scene.newDesk()
  await scene.devnet.faucet.give(accountOf(owner.address, desk.service.quotes).accountAddress, [
    { assetType: scene.asset('Firth', 'USDC'), amount: 900_000_000n },
  ])
})

afterAll(async () => {
  await desk.stop()
  await upgraded.stop()
  await scene.stop()
})

test('executions of the version before inventory moves and values in dollars are carried to their end', async () => {
  const { storage, databaseUrl } = scene.database
  const delivered = await accept()
  await desk.worker.start()
  // Nobody attests: it waits, delivered and not released.
  await expect.poll(() => phaseOf(delivered)).toBe('releasing')
  await desk.worker.stop()
  const accepted = await accept()
  const doomed = await accept({ isRefused: true })
  const before = await columns()
  await storage.query(downgrade)
  expect(await columns()).not.toEqual(before)

  upgraded = await createStorage({ databaseUrl })

  expect(await columns()).toEqual(before)
  desk = scene.newDesk({ storage: upgraded })
  await desk.start()
  const ends = await Promise.all(
    [delivered, accepted, doomed].map(({ id }) => untilTerminal(desk, { quoteId: id })),
  )
  expect(ends.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'REFUNDED'])
  const fresh = await accept()
  expect(await untilTerminal(desk, { quoteId: fresh.id })).toMatchObject({ status: 'COMPLETED' })
  expect(await heldValue(upgraded)).toMatchObject({ totalUsd: 0n })
  // What was counted in wei counts no more: as dollars it would stop all sponsoring.
  expect(await sponsorTotal(upgraded)).toBeLessThan(dollar)
})

/** Takes back the columns and tables of migrations 7 and later, and counts gas in wei again. */
const downgrade = `
drop table rate_counts;
drop table session_uses;
alter table session_rules drop column policy, add column pays_others boolean not null default false,
  add column makes_calls boolean not null default false;
drop table inventory_moves;
alter table executions drop column held_usd, drop column coin_rates, drop column fee_usd,
  drop column visitor;
alter table sponsor_budgets rename column spent_usd to spent_wei;
insert into sponsor_budgets (account, day, spent_wei, failures)
  values ('*', (now() at time zone 'utc')::date, 60000000000000000, 3);
alter table sponsor_reservations drop column visitor;
alter table sponsor_reservations rename column usd to wei;
update sponsor_reservations set wei = 7000000000000000;
drop table rents;
delete from migrations where version >= 7;
`

async function accept({ isRefused = false } = {}): Promise<Quote> {
  const { quotes, balances } = desk.service
  const account = accountOf(owner.address, quotes)
  balances.forget(account.accountAddress)
  const assetId = scene.asset('Delta', isRefused ? 'ETH' : 'USDC')
  await placeRefuser(chainOf(scene.devnet, 'Delta'))
  const quote = await signQuote(
    await quotes.quoteV3({
      from: {
        accounts: [account],
        asset: { assetId: scene.asset('Firth', 'USDC') },
        amount: '20000000',
      },
      to: {
        asset: { assetId },
        ...(isRefused && { account: `${splitAssetType(assetId).chainId}:${refuser}` }),
      },
    }),
    owner,
  )
  await desk.executions.accept(quote, { receivedBody: quote })
  return quote
}

async function phaseOf({ id }: Quote): Promise<string | undefined> {
  const sql = 'select phase from executions where quote_id = $1'
  return (await scene.database.storage.query<{ phase: string }>(sql, [id]))[0]?.phase
}

/** Every column of the database with its type. */
async function columns() {
  return scene.database.storage.query(
    `select table_name, column_name, data_type, column_default, is_nullable
     from information_schema.columns where table_schema = 'public'
     order by table_name, column_name`,
  )
}
