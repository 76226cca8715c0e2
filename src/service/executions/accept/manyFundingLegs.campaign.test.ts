import { expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Aggregate } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { pickEveryNth } from '#testing/campaign.ts'
import { maxAllocations } from '../../quotes/funding/selectInputs.ts'
import { waitUntilTerminal, unlimitedInFlight } from '#testing/harness/composeServices.ts'
import { signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { readBalances, getGains, getPromisedEach, getSolverGas } from '#testing/harness/ledger.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

/** The largest body that execute-quote takes, bytes. */
const maxBody = 256 * 1024
const dollar = 10n ** 8n
const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e7')

const harness = setUpHarness({
  services: {
    sponsorLimits: {
      accountUsd: 60n * dollar,
      newAccountUsd: 60n * dollar,
      keyUsd: 1_500n * dollar,
      visitorUsd: 500n * dollar,
      totalUsd: 3_000n * dollar,
    },
    inFlightLimits: unlimitedInFlight(100_000n * dollar),
  },
  isStarted: true,
})
const { asset, newOwner } = harness

const allocations = [
  { id: 'agg:usdt', count: 30, hundredths: 2_000n },
  { id: 'agg:eth', count: maxAllocations, hundredths: 20n },
]

// The larger one in a campaign only.
test.each(pickEveryNth(allocations, 2))(
  'all $id of ten accounts on three chains comes together: $count operations in one quote',
  async ({ id, count, hundredths }) => {
    const group = getGroup(id)
    const owners = await newOwners(group, hundredths)
    const amount = (BigInt(count) * hundredths * 10n ** BigInt(group.decimals)) / 100n
    const quote = await getQuote(owners, { id, amount })
    expect(quote.originChainsOperations).toHaveLength(count)
    const signed = await signByOwners(quote, { owners, network: harness.network })
    expect(JSON.stringify(signed).length).toBeLessThan(maxBody)
    const around = getAround(quote, { owners, group })
    const before = await readBalances(harness.services, around)

    await harness.services.executions.accept(signed, { receivedBody: signed, apiKey: 'one' })
    const record = await waitUntilTerminal(harness.services, { quoteId: quote.id })
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.originChainOperations).toHaveLength(count)
    // Once each, at the first attempt, and nothing had to be tried again.
    expect(await countSteps(quote)).toEqual({ deposit: count, fill: 1, release: count })
    expect(harness.services.errors).toEqual([])

    const after = await readBalances(harness.services, around)
    const gained = getGains(before, after)
    expect(gained).toEqual(await promisedLessGas(quote, around.assets))
    for (const { assetType } of group.members) {
      for (const { account } of owners)
        expect(after.get(`${toAddressKey(account.accountAddress)} ${assetType}`)).toBe(0n)
      const fee = gained[`${toAddressKey(harness.network.roles.feeReceiver)} ${assetType}`]
      expect(fee?.toString()).toBe(quote.fees?.assets[assetType])
    }
  },
)

/** Ten new accounts of all kinds, each with this amount of every member. */
async function newOwners(
  { members }: Aggregate,
  hundredths: bigint,
): Promise<readonly TestOwner[]> {
  const owners = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      newOwner((['roleBased', 'basic', 'eip7702'] as const)[index % 3] ?? 'basic'),
    ),
  )
  const wishes = members.map(({ assetType, decimals }) => ({
    assetType,
    amount: (hundredths * 10n ** BigInt(decimals)) / 100n,
  }))
  for (const { account } of owners) await harness.devnet.faucet.send(account.accountAddress, wishes)
  return owners
}

/** A quote that sends this amount of a group to a friend. */
async function getQuote(
  owners: readonly TestOwner[],
  { id, amount }: { id: string; amount: bigint },
): Promise<Quote> {
  const to = asset('Firth', 'WBTC')
  return harness.services.service.quotes.quoteV3({
    from: {
      accounts: owners.map(({ account }) => account),
      asset: { assetId: id },
      amount: amount.toString(),
    },
    to: { asset: { assetId: to }, account: `${splitAssetType(to).chainId}:${friend}` },
  })
}

/** All holders and assets whose balances may change. */
function getAround(
  { destinationToken }: Quote,
  { owners, group }: { owners: readonly TestOwner[]; group: Aggregate },
) {
  const { solver, payee, feeReceiver } = harness.network.roles
  const { originEscrow, destinationSettler } = devnetAddresses
  const accounts = owners.map(({ account }) => account.accountAddress)
  const others = [solver, payee, feeReceiver, originEscrow, destinationSettler, friend]
  const drawn = group.members.map(({ assetType }) => assetType)
  return { holders: [...accounts, ...others], assets: [...drawn, destinationToken.assetType] }
}

/** The expected gains, less the gas of the solver's transactions. */
async function promisedLessGas(quote: Quote, assets: readonly AssetType[]) {
  const promised = getPromisedEach(quote, { services: harness.services, network: harness.network })
  for (const [assetType, wei] of await getSolverGas(harness, quote))
    if (assets.includes(assetType))
      promised[`${toAddressKey(harness.network.roles.solver)} ${assetType}`] = -wei
  return promised
}

async function countSteps({ id }: Quote): Promise<Record<string, number>> {
  const rows = await harness.database.storage.query<{ action: string; done: number }>(
    `select action, count(*)::int as done from steps
     where quote_id = $1 and state = 'mined' and attempt = 1 group by action`,
    [id],
  )
  return Object.fromEntries(rows.map(({ action, done }) => [action, done]))
}

function getGroup(id: string): Aggregate {
  const group = harness.network.aggregates.find((one) => one.aggregatedAssetId === id)
  if (!group) throw new Error(`${id} is no group of the network.`)
  return group
}
