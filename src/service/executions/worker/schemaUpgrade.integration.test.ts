import { afterAll, expect, test } from 'vitest'

import { placeCoinRejecter, coinRejecter } from '#testing/devnet/coinRejecter.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { Storage } from '../../storage/database.ts'
import { readHeldValue } from '../../storage/tables/heldValue.ts'
import { readSponsorTotal } from '../../storage/tables/sponsorBudgets.ts'
import { createStorage } from '../../storage/storage.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { readPhase } from '#testing/harness/rows.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 900_000_000n]] })
const { accept, asset, createServices, getNode, requestQuote } = harness
const dollar = 10n ** 8n

let services: TestServices
let upgraded: Storage

afterAll(async () => {
  await services.stop()
  await upgraded.stop()
})

test('executions of the version before inventory moves and values in dollars are carried to their end', async () => {
  const { storage, databaseUrl } = harness.database
  services = createServices()
  const delivered = await acceptSwap()
  await services.worker.start()
  // No attestor runs: it is filled and waits for its release.
  await expect.poll(() => readPhase(harness.database, delivered)).toBe('releasing')
  await services.worker.stop()
  const accepted = await acceptSwap()
  const doomed = await acceptSwap({ isRefused: true })
  const before = await columns()
  await storage.query(downgrade)
  expect(await columns()).not.toEqual(before)

  upgraded = await createStorage({ databaseUrl })

  expect(await columns()).toEqual(before)
  services = createServices({ storage: upgraded })
  await services.start()
  const ends = await Promise.all(
    [delivered, accepted, doomed].map(({ id }) => waitUntilTerminal(services, { quoteId: id })),
  )
  expect(ends.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'REFUNDED'])
  const fresh = await acceptSwap()
  expect(await waitUntilTerminal(services, { quoteId: fresh.id })).toMatchObject({
    status: 'COMPLETED',
  })
  expect(await readHeldValue(upgraded)).toMatchObject({ totalUsd: 0n })
  // What was counted in wei counts no more: as dollars it would stop all sponsoring.
  expect(await readSponsorTotal(upgraded)).toBeLessThan(dollar)
})

/** Takes back the columns and tables of migrations 7 and later, and counts gas in wei again. */
const downgrade = `
drop table served_network;
drop table heartbeats;
alter table prepared_calls drop column caller, drop column bytes;
alter table call_quotes drop column caller, drop column bytes;
alter table api_keys drop column app_fee;
drop index steps_hash;
drop function history_keys(jsonb, text);
alter table execution_accounts drop column type, drop column status, drop column keys;
drop table rate_counts;
drop table session_uses;
alter table session_rules drop column policy, add column pays_others boolean not null default false,
  add column makes_calls boolean not null default false;
drop table inventory_moves;
alter table executions drop column last_error, drop column held_usd, drop column coin_rates, drop column fee_usd,
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

async function acceptSwap({ isRefused = false } = {}): Promise<Quote> {
  const to = asset('Delta', isRefused ? 'ETH' : 'USDC')
  await placeCoinRejecter(getNode('Delta'))
  const recipient = isRefused ? `${splitAssetType(to).chainId}:${coinRejecter}` : undefined
  const from = asset('Firth', 'USDC')
  const quote = await requestQuote({ from, amount: '20000000', to, recipient }, services)
  await accept(quote, services)
  return quote
}

/** Every column of the database with its type. */
async function columns() {
  return harness.database.storage.query(
    `select table_name, column_name, data_type, column_default, is_nullable
     from information_schema.columns where table_schema = 'public'
     order by table_name, column_name`,
  )
}
