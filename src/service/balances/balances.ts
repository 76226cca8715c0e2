import type { Chain } from '#chains/ports/chain.ts'
import type { Network } from '#networks/network.ts'
import type {
  AggregatedAssetBalance,
  AssetBalance,
  BalanceQuery,
  BalanceQueryV2,
  BalanceRecord,
  BalanceRecordV2,
} from '#protocol/quotes/balance.ts'
import { createFairLimiter, type FairLimiter } from '#protocol/http/fairLimiter.ts'
import { rescale } from '#protocol/ids/amount.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  checksumAddress,
  EvmAddress,
  isAddressOn,
} from '#protocol/ids/caip.ts'
import { type Asset, type AssetIndex, indexAssets } from '../assetIndex.ts'
import type { PriceBook, Prices } from '../prices/prices.ts'
import { toUsdNumber, toUsd } from '../prices/usd.ts'
import { ServiceError } from '../ServiceError.ts'
import { type ChainHoldings, createHoldings, type HoldingsReader } from './holdings.ts'
import { isTokenOnNetwork, readUnlisted } from './unlisted.ts'

/**
 * Reads balances of accounts; see {@link createBalances}. `who` is the caller: tokens on no list run code
 * of strangers, so one caller's take turns.
 */
export type Balances = {
  /** Generation 3. */
  read(query: BalanceQuery, who?: string): Promise<BalanceRecord>
  /** Generation 2: all aggregates, or exactly the assets in `assetId`. */
  readV2(query: BalanceQueryV2, who?: string): Promise<BalanceRecordV2>
  /** Returns the value of an account's priced assets on available chains, 1e-8 US dollars. */
  readWorth(account: AccountAddress): Promise<bigint>
  /** Reads one account on one chain, for quotes. */
  holdings: HoldingsReader['read']
  /** Drops cached balances of an account after its balance has changed. */
  forget(account: AccountAddress): void
}

/** Accounts, aggregates and single assets to read. */
type BalanceQuestion = {
  accounts: readonly AccountAddress[]
  aggregates: readonly string[]
  assetTypes: readonly AssetType[]
  who?: string | undefined
}

/** Reads of tokens on no list at a time: of all callers, and of one. */
const unlistedReads = { slots: 8, each: 2, maxMs: 2_000 }

/**
 * Creates the balances of a network.
 *
 * Tokens on no list are read from their chain. A chain that does not answer is listed in
 * `unavailableChains` and its assets are left out; an asset without a fresh price is listed in
 * `unpricedAssets` with a value of 0. A zero is never silent.
 *
 * Source: specification sections 2.7 and 4.4; wire, "Balances".
 */
export function createBalances(options: {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  prices: Prices
}): Balances {
  const { network, chains, prices } = options
  const assets = indexAssets(network)
  const holdings = createHoldings({ network, chains })
  const { slots, ...turns } = unlistedReads
  const lanes = createFairLimiter({ slots: () => slots, ...turns })
  const parts: ReadParts = { network, chains, assets, prices, holdings, lanes }
  return {
    holdings: (account, chainId) => holdings.read(account, chainId),
    async read(query, who) {
      const question = {
        who,
        accounts: query.account,
        aggregates: query.aggregatedAssetId ?? [],
        assetTypes: query.assetId ?? [],
      }
      const record = await buildAnswer(question, parts)
      return { ...record, accounts: normalizeAccounts(query.account) }
    },
    readV2: (query, who) =>
      buildAnswer(
        query.assetId
          ? { accounts: [query.address], aggregates: [], assetTypes: query.assetId, who }
          : getWhole(query.address),
        parts,
      ),
    readWorth: async (account) => getWorth((await readLines(getWhole(account), parts)).lines),
    forget: (account) => holdings.forget(account),
  }

  /** All assets of the network for one account. */
  function getWhole(account: AccountAddress): BalanceQuestion {
    const aggregates = network.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)
    return { accounts: [account], aggregates, assetTypes: [] }
  }
}

async function buildAnswer(question: BalanceQuestion, parts: ReadParts): Promise<BalanceRecordV2> {
  const { network, assets } = parts
  const unlistedTypes = question.assetTypes.filter(
    (type) => !assets.find(type) && isTokenOnNetwork(network, type),
  )
  const listed = question.assetTypes.filter((type) => !unlistedTypes.includes(type))
  const [{ groups, sheet, lines }, unlisted] = await Promise.all([
    readLines({ ...question, assetTypes: listed }, parts),
    unlistedTypes.length === 0
      ? { rows: new Map<AssetType, AssetBalance>(), unavailableChains: [] }
      : parts.lanes.run(
          () => readUnlisted(unlistedTypes, { accounts: question.accounts, chains: parts.chains }),
          question.who,
        ),
  ])
  return {
    balanceByAggregatedAsset: groups.map((members) => sumAggregate(members, sheet)),
    balanceBySpecificAsset: question.assetTypes.flatMap((type) => {
      const asset = assets.find(type)
      return asset ? toRows(sheet(asset)) : (unlisted.rows.get(type) ?? [])
    }),
    totalBalance: {
      fiatValue: toUsdNumber(getWorth(lines)),
    },
    unavailableChains: [
      ...new Set(
        lines
          .flatMap(({ balance, asset }) => (balance === undefined ? asset.chainId : []))
          .concat(unlisted.unavailableChains),
      ),
    ],
    unpricedAssets: lines
      .flatMap(({ balance, usd, asset }) =>
        balance !== undefined && usd === undefined ? asset.assetType : [],
      )
      .concat([...unlisted.rows.keys()]),
  }
}

type ReadParts = {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  assets: AssetIndex
  prices: Prices
  holdings: HoldingsReader
  lanes: FairLimiter
}

async function readLines(question: BalanceQuestion, { assets, prices, holdings }: ReadParts) {
  const groups = question.aggregates.map((id) =>
    requireKnown(assets.getMembers(id), { id, path: 'aggregatedAssetId' }),
  )
  const singles = question.assetTypes.map((id) =>
    requireKnown(assets.find(id), { id, path: 'assetId' }),
  )
  const asked = [...new Set([...groups.flat(), ...singles])]
  const chainIds = [...new Set(asked.map(({ chainId }) => chainId))]
  const [book, read] = await Promise.all([
    prices.read(chainIds),
    readChains({ accounts: question.accounts, chainIds }, holdings),
  ])
  const sheet = createSheet(asked, { read, book })
  return { groups, sheet, lines: asked.map((asset) => sheet(asset)) }
}

/** Reads holdings on the chains of each account's ecosystem; undefined for an unavailable chain. */
async function readChains(
  { accounts, chainIds }: { accounts: readonly AccountAddress[]; chainIds: readonly ChainId[] },
  holdings: HoldingsReader,
) {
  const entries = await Promise.all(
    chainIds.map(async (chainId) => {
      const account = accounts.find((candidate) => isAddressOn(candidate, chainId))
      const read = account === undefined ? 'none' : await holdings.read(account, chainId)
      return [chainId, read] as const
    }),
  )
  return new Map(entries)
}

/** One asset of a response. */
type Line = {
  asset: Asset
  /** Undefined when the chain or the token did not answer. */
  balance: bigint | undefined
  /** In 1e-8 US dollars; undefined without a price. */
  usd: bigint | undefined
}

/** Returns the line of a requested asset. */
type Sheet = (asset: Asset) => Line

function getWorth(lines: readonly Line[]): bigint {
  return lines.reduce((sum, { usd = 0n }) => sum + usd, 0n)
}

/** `none`: no account of the query belongs to the chain's ecosystem. */
function createSheet(
  asked: readonly Asset[],
  options: { read: ReadonlyMap<ChainId, ChainHoldings | 'none' | undefined>; book: PriceBook },
): Sheet {
  const lines = new Map(asked.map((asset) => [asset, getLine(asset)]))
  return (asset) => lines.get(asset) ?? getLine(asset)

  function getLine(asset: Asset): Line {
    const holdings = options.read.get(asset.chainId)
    const balance = holdings === 'none' ? 0n : holdings?.balanceOf(asset.assetType)
    const priceUsd = options.book.priceUsd(asset)
    const usd =
      priceUsd === undefined
        ? undefined
        : toUsd(balance ?? 0n, { decimals: asset.decimals, priceUsd })
    return { asset, balance, usd }
  }
}

/** Returns the row of an asset, or none when its balance is unknown. */
function toRows({ asset, balance, usd = 0n }: Line): readonly AssetBalance[] {
  return balance === undefined
    ? []
    : [
        {
          assetType: asset.assetType,
          balance: balance.toString(),
          fiatValue: toUsdNumber(usd),
        },
      ]
}

/** Sums in the largest number of decimals and rounds down once, to the aggregate's. */
function sumAggregate(members: readonly Asset[], sheet: Sheet): AggregatedAssetBalance {
  const [{ aggregate } = { aggregate: undefined }] = members
  if (!aggregate) throw new Error('An aggregate without members.')
  const widest = Math.max(aggregate.decimals, ...members.map(({ decimals }) => decimals))
  const lines = members.map(sheet)
  const sum = lines.reduce(
    (total, { asset, balance = 0n }) =>
      total + rescale(balance, { from: asset.decimals, to: widest }),
    0n,
  )
  return {
    aggregatedAssetId: aggregate.aggregatedAssetId,
    balance: rescale(sum, { from: widest, to: aggregate.decimals }).toString(),
    individualAssetBalances: lines.flatMap(toRows),
    fiatValue: toUsdNumber(getWorth(lines)),
  }
}

/** Returns the accounts of a query by ecosystem. */
function normalizeAccounts(accounts: readonly AccountAddress[]): BalanceRecord['accounts'] {
  const evm = EvmAddress.safeParse(accounts.find((account) => account.startsWith('0x')))
  const solana = accounts.find((account) => !account.startsWith('0x'))
  return {
    ...(evm.success && { evm: checksumAddress(evm.data) }),
    ...(solana !== undefined && { solana }),
  }
}

/** @throws ServiceError UNSUPPORTED_ASSET when the id is unknown. */
function requireKnown<value>(
  value: value | undefined,
  { id, path }: { id: string; path: keyof BalanceQuery },
): value {
  if (value !== undefined) return value
  const message = `${id} is not an asset of this network.`
  throw new ServiceError('UNSUPPORTED_ASSET', message, { issues: [{ path, message }] })
}
