import type { Chain, FeedRound } from '#chains/ports/chain.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import { getFeedChain } from '#networks/priceSources.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { type Asset, type AssetIndex, indexAssets, getNativeReserve } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUsd } from '../../prices/usd.ts'
import { createPeriodicJob, type PeriodicJob } from '../schedule/periodicJob.ts'

/** Something that runs out: coins that pay for gas, inventory in US dollars, the age of a feed. */
export type Level = {
  name: 'coins' | 'inventory_usd' | 'feed_age_seconds'
  chain: ChainId
  /** Whose coins, which asset, or which feed. */
  of: string
  /** Infinity for a feed that doesn't answer. */
  value: number
  /** What is wrong, as a sentence; undefined while nothing is. */
  fault?: string | undefined
}

type Holder = Pick<
  SettlementChain,
  'senders' | 'readBalance' | 'readDeposit' | 'readInventory' | 'executorChains'
>

/** Options of {@link createLevels}. */
export type LevelsOptions = {
  network: Network
  chains: ReadonlyMap<ChainId, Pick<Chain, 'readMarket'>>
  settlements: ReadonlyMap<ChainId, Holder>
  prices: { read: (chainIds: readonly ChainId[]) => Promise<Pick<PriceBook, 'priceUsd'>> }
  /** The most the solver may hold on one chain, 1e-8 US dollars. */
  capUsd: bigint
  /** Called with all levels of each round. */
  onRead: (levels: readonly Level[]) => void
  /** Called once for each level with a fault; again only after it was without one. */
  onFault: (level: Level) => void
  onError: (error: unknown) => void
  everyMs?: number
}

/** Gas that an account's coins must pay for: some thirty operations. */
const leastGas = 10_000_000n
/** An asset is short below this part of the cap. */
const shortShare = 1_000n

/**
 * Creates the job that reads what runs out: coins of executors and solver, the paymaster's deposit,
 * inventory, and price feeds. A chain that doesn't answer has no levels.
 */
export function createLevels(options: LevelsOptions): Pick<PeriodicJob, 'start' | 'stop'> {
  const { network, onRead, onFault, onError, everyMs = 30_000 } = options
  const assets = indexAssets(network)
  /** Assets that the solver has had enough of; it need not stock every one. */
  const stocked = new Set<string>()
  let reported: ReadonlySet<string> = new Set()
  return createPeriodicJob({
    everyMs,
    onError,
    async run() {
      const read = await Promise.all(
        network.chains.map((chain) =>
          readLevels(options, { chain, assets, stocked }).catch((error: unknown) => {
            if (!findChainUnavailableError(error)) onError(error)
            return []
          }),
        ),
      )
      const levels = read.flat()
      onRead(levels)
      const faulty = levels.filter(({ fault }) => fault !== undefined)
      for (const level of faulty) if (!reported.has(toKey(level))) onFault(level)
      reported = new Set(faulty.map(toKey))
      return undefined
    },
  })
}

function toKey({ name, chain, of }: Level): string {
  return `${name} ${chain} ${of}`
}

type Place = { chain: NetworkChain; assets: AssetIndex; stocked: Set<string> }

async function readLevels(options: LevelsOptions, place: Place): Promise<readonly Level[]> {
  const { chainId } = place.chain
  const reader = options.chains.get(chainId)
  const settlement = options.settlements.get(chainId)
  if (!reader || !settlement) return []
  const feeds = findFeeds(options.network, place)
  const [market, inventory] = await Promise.all([
    reader.readMarket(feeds.map(({ feed }) => feed)),
    readInventoryLevels(options, { ...place, settlement }),
  ])
  const ages = feeds.map((feed, index) =>
    toFeedLevel(feed, { chainId, round: market.feeds[index], blockTime: market.blockTime }),
  )
  const coins = await readCoinLevels(settlement, { ...place, gasPrice: market.gasPrice })
  return [...coins, ...inventory, ...ages]
}

async function readCoinLevels(
  settlement: Holder,
  { chain, assets, gasPrice }: Place & { gasPrice: bigint },
): Promise<readonly Level[]> {
  const { chainId, nativeAsset } = chain
  const unit = 10 ** (assets.find(nativeAsset)?.decimals ?? 18)
  const reserve = 2n * getNativeReserve(nativeAsset)
  const least = gasPrice * leastGas > reserve ? gasPrice * leastGas : reserve
  const executors = [settlement, ...(settlement.executorChains ?? [])].map(
    ({ senders }) => ['executor', senders.executor] as const,
  )
  const holders = [...executors, ['solver', settlement.senders.solver] as const]
  const [deposit, ...balances] = await Promise.all([
    settlement.readDeposit?.(),
    ...holders.map(async ([role, owner]) => {
      const { units } = await settlement.readBalance(owner, nativeAsset)
      return { of: `${role} ${owner}`, units }
    }),
  ])
  const all = [...balances, ...(deposit === undefined ? [] : [{ of: 'paymaster', units: deposit }])]
  return all.map(({ of, units }) => ({
    name: 'coins',
    chain: chainId,
    of,
    value: Number(units) / unit,
    ...(units < least && { fault: `It has less than ${Number(least) / unit} coins: fund it.` }),
  }))
}

async function readInventoryLevels(
  { prices, capUsd }: LevelsOptions,
  { chain, assets, stocked, settlement }: Place & { settlement: Holder },
): Promise<readonly Level[]> {
  const { chainId } = chain
  const here = assets.findOnChain(chainId)
  const [{ holdings }, book] = await Promise.all([
    settlement.readInventory(here.map(({ assetType }) => assetType)),
    prices.read([chainId]),
  ])
  return here.flatMap((asset, index): Level[] => {
    const priceUsd = book.priceUsd(asset)
    if (priceUsd === undefined) return []
    const units = holdings[index]?.units ?? 0n
    const usd = toUsd(units, { decimals: asset.decimals, priceUsd })
    const leastUsd = capUsd / shortShare
    if (usd >= leastUsd) stocked.add(asset.assetType)
    const isShort = usd < leastUsd && stocked.has(asset.assetType)
    const least = leastUsd / 10n ** 8n
    return [
      {
        name: 'inventory_usd',
        chain: chainId,
        of: asset.symbol,
        value: Number(usd) / 1e8,
        ...(isShort && { fault: `The solver has less than ${least} US dollars of it: add some.` }),
      },
    ]
  })
}

type Feed = { of: string; feed: EvmAddress; maxAgeSeconds: number }

/** Returns the feeds on a chain, also those that price assets of another chain, each once. */
function findFeeds(network: Network, { chain: { chainId }, assets }: Place): readonly Feed[] {
  const priced = network.chains
    .flatMap((chain) => assets.findOnChain(chain.chainId))
    .filter((asset) => getFeedChain(asset) === chainId)
    .flatMap(toFeeds)
  const currencies = (network.currencies ?? [])
    .filter((one) => one.chainId === chainId)
    .map(({ currency, feed, maxAgeSeconds }) => ({ of: currency, feed, maxAgeSeconds }))
  return [...new Map([...priced, ...currencies].map((one) => [one.feed, one])).values()]
}

function toFeeds({ symbol, feed, secondFeed, maxAgeSeconds }: Asset): Feed[] {
  const second = secondFeed ? [{ of: `${symbol}, second feed`, feed: secondFeed }] : []
  return [{ of: symbol, feed }, ...second].map((one) => ({ ...one, maxAgeSeconds }))
}

function toFeedLevel(
  { of, feed, maxAgeSeconds }: Feed,
  read: { chainId: ChainId; round: FeedRound | undefined; blockTime: bigint },
): Level {
  const { chainId: chain, round, blockTime } = read
  const level = { name: 'feed_age_seconds', chain, of: `${of} ${feed}` } as const
  if (!round || round.answer <= 0n)
    return { ...level, value: Infinity, fault: 'It gives no price: check its address.' }
  const value = Math.max(0, Number(blockTime - round.updatedAt))
  if (value <= maxAgeSeconds) return { ...level, value }
  const fault = `Its price is ${value} seconds old, and counts for ${maxAgeSeconds}.`
  return { ...level, value, fault }
}
