import type { Chain, FeedRound, Market } from '#chains/ports/chain.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { cacheLatest } from '#chains/rpc/cacheLatest.ts'
import type { Network, NetworkChain, Sequencer } from '#networks/network.ts'
import { getFeedChain } from '#networks/priceSources.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { type Asset, type AssetIndex, indexAssets } from '../assetIndex.ts'
import { getSpreadBps, getDoubtBps, type Reading } from './priceDoubt.ts'

/** A snapshot of prices and gas costs of several chains; reading it makes no request. */
export type PriceBook = {
  /** 1e-8 US dollars per whole token; undefined without a fresh answer of the feed. */
  priceUsd(asset: Asset): bigint | undefined
  /** Uncertainty of the price, basis points; undefined when it cannot be relied on. */
  doubtBps(asset: Asset): bigint | undefined
  /**
   * Whether like assets differ in price, by either pair of feeds, by more than the feeds'
   * thresholds; false when a price is missing.
   */
  arePricesApart(a: Asset, b: Asset): boolean
  /** Returns the cost of gas on a chain, 1e-8 US dollars; undefined without a price. */
  gasUsd(chainId: ChainId, gas: bigint): bigint | undefined
  /** Chains that did not answer, including those that only have feeds for the requested ones. */
  unavailableChains: readonly ChainId[]
  /** Returns the later of the local clock and these chains' latest block, Unix seconds. */
  latestTime(chainIds: readonly ChainId[]): bigint
}

/** Reads prices; see {@link createPrices}. */
export type Prices = {
  /** Reads the prices of these chains' assets; unavailable chains are listed, not thrown. */
  read(chainIds: readonly ChainId[]): Promise<PriceBook>
}

/** Default deviation threshold of a feed, basis points. */
const defaultDeviationBps = 50

/** Maximum time that an answer may be ahead of the clock. */
const aheadSeconds = 60n

/**
 * Creates the prices of a network. Feeds and gas of a chain come in one request, are cached for a
 * block and refreshed in the background while in use. A chain whose sequencer is down, or was until
 * recently, has no prices. Solana assets are priced by feeds on an EVM chain.
 *
 * @param options.clock - Unix milliseconds; `Date.now` by default.
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

/** Returns the feeds to read on a chain, including those that price assets of other chains. */
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

/** Sequencer status of a chain; undefined where no single sequencer makes the blocks. */
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
  // Planning compares hundreds of sets of the same few assets, and a book never changes.
  const priceUsd = cacheResults((asset: Asset) => getReading(asset, asset.feed)?.answer)
  const doubtBps = cacheResults((asset: Asset) => {
    const first = getReading(asset, asset.feed)
    return first && getDoubtBps(first, getReading(asset, asset.secondFeed))
  })
  const findGasCost = cacheResults((chainId: ChainId) => {
    const read = markets.get(chainId)
    const native = read && options.assets.find(read.chain.nativeAsset)
    const price = native && priceUsd(native)
    if (!read || !native || price === undefined) return undefined
    return { usd: read.market.gasPrice * price, per: 10n ** BigInt(native.decimals) }
  })
  return {
    unavailableChains: options.unavailableChains,
    priceUsd,
    doubtBps,
    arePricesApart(a, b) {
      const bps = getDeviationBps(a) + getDeviationBps(b)
      return (['feed', 'secondFeed'] as const).some((source) => {
        const [one, other] = [getReading(a, a[source]), getReading(b, b[source])]
        return one && other && getSpreadBps(one.answer, other.answer) > bps
      })
    },
    gasUsd(chainId, gas) {
      const cost = findGasCost(chainId)
      return cost && (cost.usd * gas) / cost.per
    },
    latestTime: (chainIds) => latestTime(chainIds),
  }

  /** Returns a valid reading of one of an asset's feeds; undefined when there is none. */
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

function cacheResults<Key, Result>(read: (key: Key) => Result): (key: Key) => Result {
  const known = new Map<Key, { result: Result }>()
  return (key) => {
    const found = known.get(key) ?? { result: read(key) }
    known.set(key, found)
    return found.result
  }
}

function findRound(feed: EvmAddress, { market, feedAt }: MarketRead): FeedRound | undefined {
  const index = feedAt.get(toAddressKey(feed))
  return index === undefined ? undefined : market.feeds[index]
}

/**
 * Whether a sequencer is up and was for the grace period: while it was down, feeds stood still and
 * nobody could act on them. Security rule 16; source: Chainlink, L2 sequencer uptime feeds.
 */
function isUp(
  round: FeedRound | undefined,
  { graceSeconds = 3_600, atSeconds }: { graceSeconds?: number; atSeconds: bigint },
): boolean {
  // A round with `startedAt` 0 means that the feed is not initialized.
  if (!round || round.answer !== 0n || round.startedAt === 0n) return false
  return atSeconds - round.startedAt > BigInt(graceSeconds)
}

/** Returns the deviation threshold of an asset's feed, basis points. */
export function getDeviationBps({ deviationBps = defaultDeviationBps }: Asset): bigint {
  return BigInt(deviationBps)
}
