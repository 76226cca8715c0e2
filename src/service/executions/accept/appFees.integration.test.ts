import { describe, expect, test } from 'vitest'

import {
  type AssetId,
  type AssetType,
  EvmAddress,
  parseRecipient,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { AnyQuote, Quote } from '#protocol/quotes/quote.ts'
import type { AppFee } from '../../caller.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { transferAll } from '#testing/harness/inventory.ts'
import { getAllGiven, getServiceFees } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { resignQuote } from '#testing/attacks/forgery.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { signByOwners, type TestOwner } from '#testing/harness/kinds.ts'
import { getGains, readBalances } from '#testing/harness/ledger.ts'

const harness = setUpHarness({ isStarted: true })
const { asset, newOwner } = harness

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e7')
const app = EvmAddress.parse('0x000000000000000000000000000000000000a44a')
const appFee: AppFee = { bps: 250n, receivers: { evm: app } }

type Asked = { from: AssetId; to: AssetType; amount?: bigint; exact?: bigint }

async function getQuote(
  owners: readonly TestOwner[],
  { from, to, amount, exact }: Asked,
  fee: AppFee = appFee,
): Promise<Quote> {
  const accounts = owners.map(({ account }) => account)
  const account = `${splitAssetType(to).chainId}:${friend}`
  const quotes = harness.services.service.quotesOfApp(fee)
  const quote = await quotes.quoteV3(
    exact === undefined
      ? {
          from: { accounts, asset: { assetId: from }, amount: `${amount}` },
          to: { asset: { assetId: to }, account },
        }
      : {
          from: { accounts, asset: { assetId: from } },
          to: { asset: { assetId: to }, account, amount: `${exact}` },
        },
  )
  return signByOwners(quote, { owners, network: harness.network })
}

/** Accepts a quote as from a client whose key charges the fee. */
function accept(quote: AnyQuote, caller: { appFee?: AppFee } = { appFee }) {
  return harness.services.executions.accept(quote, { receivedBody: quote, ...caller })
}

/** All who could gain or lose by a quote, and its assets. */
function getHolders(quote: Quote, owners: readonly TestOwner[]) {
  const { roles, chains } = harness.network
  const contracts = chains.flatMap((one) => (one.kind === 'evm' ? [one.contracts] : []))
  return {
    holders: [
      ...owners.map(({ account }) => EvmAddress.parse(account.accountAddress)),
      friend,
      app,
      roles.solver,
      roles.payee,
      roles.feeReceiver,
      ...contracts.slice(0, 1).flatMap((one) => [one.originEscrow, one.destinationSettler]),
    ],
    assets: [
      ...new Set([
        ...quote.originChainsOperations.map(({ assetType }) => assetType),
        quote.destinationToken.assetType,
      ]),
    ],
  }
}

async function carryOut(quote: Quote, owners: readonly TestOwner[]) {
  const parties = getHolders(quote, owners)
  const before = await readBalances(harness.services, parties)
  await accept(quote)
  const record = await waitUntilTerminal(harness.services, { quoteId: quote.id })
  return { record, gains: getGains(before, await readBalances(harness.services, parties)) }
}

/** What the app gets by the quote's own words, by holder and asset. */
function getAppGains({ fees }: Quote): Record<string, bigint> {
  return Object.fromEntries(
    (fees?.app ?? []).map(({ assetType, amount, receiver }) => [
      `${parseRecipient(receiver)?.address.toLowerCase()} ${assetType}`,
      BigInt(amount),
    ]),
  )
}

function getSum(gains: Record<string, bigint>, ending: string): bigint {
  return Object.entries(gains).reduce(
    (sum, [key, units]) => (key.endsWith(ending) ? sum + units : sum),
    0n,
  )
}

const deposits = [
  { of: 'USDT with 18 decimals', from: ['Delta', 'USDT'], amount: 10n ** 18n * 9n + 7n },
  { of: 'WBTC with 8 decimals', from: ['Firth', 'WBTC'], amount: 123_457n },
  { of: 'USDC with 6 decimals', from: ['Firth', 'USDC'], amount: 11_000_001n },
] as const

describe('the fee of an app', () => {
  test.each(deposits)('of a deposit of $of is paid at release', async ({ from, amount }) => {
    const paid = asset(from[0], from[1])
    const owners = [await newOwner('roleBased', [[from[0], from[1], amount]])]
    const quote = await getQuote(owners, { from: paid, to: asset('Lagoon', 'USDT'), amount })
    const { record, gains } = await carryOut(quote, owners)
    expect(record.status).toBe('COMPLETED')
    const due = (amount * 250n) / 10_000n
    expect(quote.fees?.app).toMatchObject([{ assetType: paid, amount: `${due}` }])
    expect(gains[`${app.toLowerCase()} ${paid}`]).toBe(due)
    const { payee, feeReceiver } = harness.network.roles
    expect(gains[`${payee.toLowerCase()} ${paid}`]).toBe(amount - due)
    expect(gains[`${feeReceiver.toLowerCase()} ${paid}`]).toBeUndefined()
    expect(getSum(gains, ` ${paid}`)).toBe(0n)
    const own = BigInt(quote.fees?.assets[paid] ?? 0) - due
    expect(own).toBeGreaterThan(0n)
    // What the service counts as given for the delivery, and as its fee, has nothing of the app's.
    const plan = parseExecutionPlan(quote, {
      network: harness.network,
      chains: harness.services.chains,
    })
    const given = getAllGiven(plan).reduce((sum, one) => sum + one.amount, 0n)
    const kept = getServiceFees(plan).reduce((sum, one) => sum + one.amount, 0n)
    expect([given, kept]).toEqual([amount - due - own, own])
  })

  test('is not charged on a deposit of coins, which its receiver could refuse after the delivery', async () => {
    const [from, amount] = [asset('Firth', 'ETH'), 10n ** 16n]
    const owners = [await newOwner('roleBased', [['Firth', 'ETH', amount]])]
    const quote = await getQuote(owners, { from, to: asset('Lagoon', 'USDC'), amount })
    expect(quote.fees).not.toHaveProperty('app')
    const { record, gains } = await carryOut(quote, owners)
    expect(record.status).toBe('COMPLETED')
    expect(gains[`${app.toLowerCase()} ${from}`]).toBeUndefined()
  })

  test('of several legs and an exact output is paid from each, and all adds up', async () => {
    const owners = [
      await newOwner('roleBased', [['Firth', 'USDT', 25_000_001n]]),
      await newOwner('basic', [['Lagoon', 'USDT', 25_000_003n]]),
    ]
    const to = asset('Delta', 'USDT')
    const quote = await getQuote(owners, { from: 'agg:usdt', to, exact: 33n * 10n ** 18n + 1n })
    expect(quote.originChainsOperations).toHaveLength(2)
    const { record, gains } = await carryOut(quote, owners)
    expect(record.status).toBe('COMPLETED')
    expect(gains[`${friend.toLowerCase()} ${to}`]).toBe(33n * 10n ** 18n + 1n)
    expect(Object.keys(getAppGains(quote))).toHaveLength(2)
    expect(gains).toMatchObject(getAppGains(quote))
    for (const { assetType } of quote.originChainsOperations)
      expect(getSum(gains, ` ${assetType}`)).toBe(0n)
  })

  test.each([
    { way: 'transfer', to: ['Firth', 'USDC'] },
    { way: 'swap', to: ['Firth', 'WETH'] },
  ] as const)('of a $way on one chain stands beside the fee of the service', async ({ to }) => {
    const usdc = asset('Firth', 'USDC')
    const owners = [await newOwner('eip7702', [['Firth', 'USDC', 7_000_001n]])]
    const quote = await getQuote(owners, {
      from: usdc,
      to: asset(to[0], to[1]),
      amount: 7_000_001n,
    })
    const { record, gains } = await carryOut(quote, owners)
    expect(record.status).toBe('COMPLETED')
    const due = 175_000n
    const all = BigInt(quote.fees?.assets[usdc] ?? 0)
    const { feeReceiver } = harness.network.roles
    expect(gains).toMatchObject({
      [`${app.toLowerCase()} ${usdc}`]: due,
      [`${feeReceiver.toLowerCase()} ${usdc}`]: all - due,
    })
    expect(gains[`${owners[0]?.account.accountAddress.toLowerCase()} ${usdc}`]).toBe(-7_000_001n)
  })
})

describe('a fee of an app that the key does not charge is refused', () => {
  const other: AppFee = { bps: 250n, receivers: { evm: friend } }
  const less = { ...appFee, bps: 249n }
  const tooMuch = { ...appFee, bps: 1_001n }
  test.each<{ what: string; quoted?: AppFee; caller: { appFee?: AppFee }; code?: string }>([
    { what: 'executed without the key', caller: {} },
    { what: 'executed with the key of another app', caller: { appFee: other } },
    { what: 'more than the key charges now', caller: { appFee: less } },
    {
      what: 'more than any app may charge',
      quoted: tooMuch,
      caller: { appFee: tooMuch },
      code: 'QUOTE_TAMPERED',
    },
  ])('$what', async ({ quoted, caller, code = 'FORBIDDEN' }) => {
    for (const to of [asset('Lagoon', 'USDC'), asset('Firth', 'USDC'), asset('Firth', 'WETH')]) {
      const owners = [await newOwner('roleBased', [['Firth', 'USDC', 9_000_000n]])]
      const asked = { from: asset('Firth', 'USDC'), to, amount: 9_000_000n }
      const quote = await getQuote(owners, asked, quoted)
      await expect(accept(quote, caller)).rejects.toMatchObject({ code })
      expect(await harness.services.executions.status(quote.id)).toEqual({})
    }
  })

  test.each<[string, (fees: NonNullable<Quote['fees']>) => Quote['fees']]>([
    ['whose amount is not that of the order', (fees) => changeApp(fees, { amount: '1' })],
    ['that is left out', ({ assets, cumulativeUSD }) => ({ assets, cumulativeUSD })],
    [
      'to another receiver',
      (fees) => changeApp(fees, { receiver: `${harness.network.chains[0]?.chainId}:${friend}` }),
    ],
    [
      'that is more than all fees',
      (fees) => ({ ...fees, assets: { [asset('Firth', 'USDC')]: '1' } }),
    ],
  ])('a quote sealed by a thief with a part %s', async (_, change) => {
    const owners = [await newOwner('roleBased', [['Firth', 'USDC', 9_000_000n]])]
    const asked = { from: asset('Firth', 'USDC'), to: asset('Lagoon', 'USDC'), amount: 9_000_000n }
    const quote = await getQuote(owners, asked)
    const forged = resignQuote(
      { ...quote, fees: quote.fees && change(quote.fees) },
      harness.network,
    )
    await expect(accept(forged)).rejects.toMatchObject({ code: 'QUOTE_TAMPERED' })
  })
})

function changeApp(
  fees: NonNullable<Quote['fees']>,
  changed: Partial<NonNullable<NonNullable<Quote['fees']>['app']>[number]>,
): Quote['fees'] {
  return { ...fees, app: fees.app?.map((part) => ({ ...part, ...changed })) }
}

test('a fee of an app is returned with the deposit when nothing is delivered', async () => {
  const usdc = asset('Firth', 'USDC')
  const owners = [await newOwner('roleBased', [['Firth', 'USDC', 9_000_000n]])]
  const to = asset('Lagoon', 'WBTC')
  const quote = await getQuote(owners, { from: usdc, to, amount: 9_000_000n })
  const parties = { ...getHolders(quote, owners), assets: [usdc] }
  const before = await readBalances(harness.services, parties)
  await harness.services.stop()
  await accept(quote)
  const { payee } = harness.network.roles
  const lagoon = harness.getNode('Lagoon')
  await transferAll(lagoon, { assetType: to, key: devnetKeys.solver, to: payee })
  const services = harness.createServices()
  await services.start()
  const { status } = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  expect(status).toBe('REFUNDED')
  expect(getGains(before, await readBalances(services, parties))).toEqual({})
})
