import type { Chain, FeedRound, Market } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { cacheLatest } from '#chains/rpc/cacheLatest.ts'
import type { Network, NetworkChain, Sequencer } from '#networks/network.ts'
import { getFeedChain } from '#networks/priceSources.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { type Asset, type AssetIndex, indexAssets } from '../assetIndex.ts'
import { getSpreadBps, getDoubtBps, type Reading } from './priceDoubt.ts'

/** Prices and gas of several chains at one moment; nothing in it asks a chain again. */
export type PriceBook = {
  /**
   * US dollars of one whole token in 1e-8; undefined when the chain that has the feed, the feed itself
   * or a fresh enough answer is missing.
   */
  priceUsd(asset: Asset): bigint | undefined
  /** By how much the true price may be off it, basis points; undefined when it is not to be relied on. */
  doubtBps(asset: Asset): bigint | undefined
  /**
   * Whether like assets differ in price by more than their feeds may lag behind, by the first feeds or
   * by the second; false where prices are missing.
   */
  arePricesApart(a: Asset, b: Asset): boolean
  /** What this much gas costs on a chain now, in 1e-8 US dollars; undefined without a price. */
  gasUsd(chainId: ChainId, gas: bigint): bigint | undefined
  /** Chains that did not answer, those among them that only have feeds of the others' assets. */
  unavailableChains: readonly ChainId[]
  /** The later of the own clock and the latest block of these chains, in Unix seconds. */
  latestTime(chainIds: readonly ChainId[]): bigint
}

/** Gives prices; see {@link createPrices}. */
export type Prices = {
  /** Reads what is needed of these chains' assets; a chain that does not answer is named, not thrown. */
  read(chainIds: readonly ChainId[]): Promise<PriceBook>
}

/** What a feed may be off that its network file says nothing of, basis points. */
const defaultDeviationBps = 50

/** A feed that is further ahead of the clock than this is not believed. */
const aheadSeconds = 60n

/**
 * Makes the prices of a network: feeds and gas of a chain come in one request, kept for a block and
 * fetched again in the background while quotes are asked for. A chain whose sequencer is down, or not
 * up for long enough, has no prices. What is on Solana is priced by the feed of an EVM chain, which is
 * read too.
 *
 * @param options.clock - Unix milliseconds; the machine's unless given.
 */
export function createPrices(options: {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  clock?: () => number
}): Prices {
  const { network, chains, clock = Date.now } = options
  const assets = indexAssets(network)
  const sources = new Map(
    network.chains.map((chain) => [
      chain.chainId,
      createPriceSource(chain, { chains, feeds: getFeeds(chain, { network, assets }) }),
    ]),
  )
  return {
    async read(chainIds) {
      const feeding = chainIds.flatMap((chainId) => assets.findOnChain(chainId).map(getFeedChain))
      const markets = new Map<ChainId, MarketRead>()
      const unavailableChains: ChainId[] = []
      await Promise.all(
        [...new Set([...chainIds, ...feeding])].map(async (chainId) => {
          const market = await readUnlessDown(sources.get(chainId))
          if (market) markets.set(chainId, market)
          else unavailableChains.push(chainId)
        }),
      )
      return createBook(markets, { assets, unavailableChains, nowMs: clock() })
    },
  }
}

type MarketRead = { chain: NetworkChain; market: Market; feedAt: ReadonlyMap<string, number> }
type PriceSource = () => Promise<MarketRead>

function createPriceSource(
  chain: NetworkChain,
  options: { chains: ReadonlyMap<ChainId, Chain>; feeds: readonly EvmAddress[] },
): PriceSource {
  const { feeds } = options
  const feedAt = new Map(feeds.map((feed, index) => [toAddressKey(feed), index]))
  const { blockMs } = chain
  return cacheLatest(
    async () => {
      const adapter = options.chains.get(chain.chainId)
      if (!adapter) throw new Error(`${chain.chainId} has no adapter.`)
      return { chain, market: await adapter.readMarket(feeds), feedAt }
    },
    { freshMs: blockMs, staleMs: blockMs * 3 },
  )
}

/** The feeds to read on a chain, whatever chain the assets are on that they price. */
function getFeeds(
  chain: NetworkChain,
  { network, assets }: { network: Network; assets: AssetIndex },
): readonly EvmAddress[] {
  const priced = network.chains
    .flatMap(({ chainId }) => assets.findOnChain(chainId))
    .filter((asset) => getFeedChain(asset) === chain.chainId)
  const sequencer = findSequencer(chain)
  const feeds = priced.flatMap(({ feed, secondFeed }) => [
    feed,
    ...(secondFeed ? [secondFeed] : []),
  ])
  return [...new Set([...feeds, ...(sequencer ? [sequencer.feed] : [])])]
}

/** What says whether the chain makes blocks; none where no single sequencer does. */
function findSequencer(chain: NetworkChain): Sequencer | undefined {
  return 'sequencer' in chain ? chain.sequencer : undefined
}

async function readUnlessDown(source: PriceSource | undefined): Promise<MarketRead | undefined> {
  try {
    return await source?.()
  } catch (error) {
    if (findChainUnavailableError(error)) return undefined
    throw error
  }
}

function createBook(
  markets: ReadonlyMap<ChainId, MarketRead>,
  options: { assets: AssetIndex; unavailableChains: readonly ChainId[]; nowMs: number },
): PriceBook {
  const nowSeconds = BigInt(Math.floor(options.nowMs / 1000))
  return {
    unavailableChains: options.unavailableChains,
    priceUsd,
    doubtBps(asset) {
      const first = getReading(asset, asset.feed)
      return first && getDoubtBps(first, getReading(asset, asset.secondFeed))
    },
    arePricesApart(a, b) {
      const bps = getDeviationBps(a) + getDeviationBps(b)
      return (['feed', 'secondFeed'] as const).some((source) => {
        const [one, other] = [getReading(a, a[source]), getReading(b, b[source])]
        return one && other && getSpreadBps(one.answer, other.answer) > bps
      })
    },
    gasUsd(chainId, gas) {
      const read = markets.get(chainId)
      const native = read && options.assets.find(read.chain.nativeAsset)
      const price = native && priceUsd(native)
      if (!read || !native || price === undefined) return undefined
      return (read.market.gasPrice * gas * price) / 10n ** BigInt(native.decimals)
    },
    latestTime: (chainIds) => latestTime(chainIds),
  }

  function priceUsd(asset: Asset): bigint | undefined {
    return getReading(asset, asset.feed)?.answer
  }

  /** What one of an asset's feeds says; undefined when it says nothing that counts. */
  function getReading(asset: Asset, feed: EvmAddress | undefined): Reading | undefined {
    const { maxAgeSeconds } = asset
    const feedChain = getFeedChain(asset)
    const read = markets.get(feedChain)
    const round = read && feed && findRound(feed, read)
    if (!round || round.answer <= 0n) return undefined
    const atSeconds = latestTime([feedChain])
    const sequencer = findSequencer(read.chain)
    if (sequencer && !isUp(findRound(sequencer.feed, read), { ...sequencer, atSeconds }))
      return undefined
    const age = atSeconds - round.updatedAt
    if (age > BigInt(maxAgeSeconds) || age < -aheadSeconds) return undefined
    const deviationBps = Number(getDeviationBps(asset))
    const { driftBps = deviationBps } = asset
    return { answer: round.answer, ageSeconds: Number(age), maxAgeSeconds, deviationBps, driftBps }
  }

  function latestTime(chainIds: readonly ChainId[]): bigint {
    return chainIds.reduce((latest, chainId) => {
      const blockTime = markets.get(chainId)?.market.blockTime ?? 0n
      return blockTime > latest ? blockTime : latest
    }, nowSeconds)
  }
}

function findRound(feed: EvmAddress, { market, feedAt }: MarketRead): FeedRound | undefined {
  const index = feedAt.get(toAddressKey(feed))
  return index === undefined ? undefined : market.feeds[index]
}

/**
 * Whether a sequencer is up and was so for the grace period: while it was down feeds stood still and
 * nobody could act on them. Security rule 16; source: Chainlink, L2 sequencer uptime feeds.
 */
function isUp(
  round: FeedRound | undefined,
  { graceSeconds = 3_600, atSeconds }: { graceSeconds?: number; atSeconds: bigint },
): boolean {
  // A round that never began is that of a feed without news yet.
  if (!round || round.answer !== 0n || round.startedAt === 0n) return false
  return atSeconds - round.startedAt > BigInt(graceSeconds)
}

/** How far the price of an asset may move before its feed says so, basis points. */
export function getDeviationBps({ deviationBps = defaultDeviationBps }: Asset): bigint {
  return BigInt(deviationBps)
}
