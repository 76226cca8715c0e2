import { defaultNames } from '#protocol/accounts/account.ts'
import { type AssetType, type EvmAddress, toEvmChainId } from '#protocol/ids/caip.ts'
import type { Deployment } from '#protocol/service/deployment.ts'
import { Currency } from '#protocol/service/rates.ts'
import { type MirrorChain, mirrorChains, type MirrorToken } from './mirrorChains.ts'
import { buildMirrorCluster } from './mirrorCluster.ts'
import type { Aggregate, CurrencyFeed, EvmNetworkChain, Member, Network, Pool } from '../network.ts'

/** Tickers that the mirror's feeds price. */
type MirrorTicker = MirrorToken['ticker'] | 'sol'

type Deployed = Deployment['chains'][number]

/** A public chain with what this installation deployed on it. */
type Placed = { chain: MirrorChain; deployed: Deployed }

/** Maximum age of a mirror price. */
const maxAgeSeconds = 3_600

const aggregates: readonly (Omit<Aggregate, 'members' | 'aggregatedAssetId'> & {
  ticker: MirrorTicker
})[] = [
  { ticker: 'usdc', name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  { ticker: 'usdt', name: 'Tether USD', symbol: 'USDT', decimals: 6 },
  { ticker: 'eth', name: 'Ether', symbol: 'ETH', decimals: 18 },
  { ticker: 'btc', name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  { ticker: 'bnb', name: 'BNB', symbol: 'BNB', decimals: 18 },
  { ticker: 'pol', name: 'POL', symbol: 'POL', decimals: 18 },
  { ticker: 'sol', name: 'Solana', symbol: 'SOL', decimals: 9 },
]

/**
 * Builds the mirror: local chains with public chain ids and token addresses, so that clients for
 * public chains run against them. It has the chains of its deployment only, and no role uses a
 * published key. Source: architecture section 5, security rule 11.
 *
 * @throws Error for an unknown chain or cluster, or a cluster whose assets no feed prices.
 */
export function buildMirrorNetwork(deployment: Deployment): Network {
  const { roles, chains } = deployment
  const placed = chains.map(place)
  const cluster = buildMirrorCluster(deployment)
  return {
    name: 'mirror',
    isDevnet: true,
    hasPublishedKeys: false,
    names: defaultNames,
    chains: [...placed.map(buildChain), ...(cluster ? [cluster.chain] : [])],
    aggregates: aggregates.flatMap(({ ticker, ...rest }) => {
      const members = [
        ...placed.flatMap((one) => buildMembers(one, ticker)),
        ...(cluster?.members[ticker] ?? []),
      ]
      return members.length === 0
        ? []
        : [{ aggregatedAssetId: `${defaultNames.aggregatedPrefix}:${ticker}`, ...rest, members }]
    }),
    pools: placed.flatMap(buildPools),
    currencies: chains.flatMap(buildCurrencyFeeds),
    deadlines: { quoteSeconds: 30, depositSeconds: 120, fillSeconds: 300, refundSeconds: 900 },
    roles,
  }
}

function buildCurrencyFeeds({ chainId, currencyFeeds = {} }: Deployed): CurrencyFeed[] {
  return Currency.options.flatMap((currency) => {
    const feed = currencyFeeds[currency]
    return feed === undefined ? [] : [{ currency, chainId, feed, maxAgeSeconds }]
  })
}

function place(deployed: Deployed): Placed {
  const chain = mirrorChains.find(({ number }) => toEvmChainId(number) === deployed.chainId)
  if (!chain) throw new Error(`The mirror has no chain ${deployed.chainId}.`)
  return { chain, deployed }
}

function buildChain({ chain, deployed }: Placed): EvmNetworkChain {
  const { number, name, port, vault, ensUniversalResolver } = chain
  return {
    kind: 'evm',
    ...(vault && { vault }),
    ...(ensUniversalResolver && { ensUniversalResolver }),
    chainId: deployed.chainId,
    name,
    isTestnet: false,
    nativeAsset: toNativeAsset(number),
    depth: 1,
    blockMs: 1_000,
    rpcUrl: `http://127.0.0.1:${port}`,
    contracts: deployed.contracts,
    approveDomain: { name: 'EstuaryAccount', version: '1' },
  }
}

function buildMembers({ chain, deployed }: Placed, wanted: MirrorTicker): Aggregate['members'] {
  const { number, coin, wrapped, tokens } = chain
  const feed = deployed.feeds[wanted]
  if (feed === undefined) return []
  const native = { ...coin, decimals: 18, assetType: toNativeAsset(number) }
  const all = [wrapped, ...tokens].map(({ address, ...token }) => {
    return { ...token, assetType: toErc20Asset(number, address) }
  })
  return [native, ...all]
    .filter(({ ticker }) => ticker === wanted)
    .map(({ assetType, name, symbol, decimals }): Member => {
      return { assetType, name, symbol, decimals, feed, maxAgeSeconds }
    })
}

function buildPools({ chain, deployed }: Placed): Pool[] {
  const { chainId, pools } = deployed
  return pools.map(({ pool, fee, tokens: [a, b] }) => {
    if (!a || !b) throw new Error(`The pool ${pool} has no two tokens.`)
    return {
      chainId,
      pool,
      fee,
      tokens: [toErc20Asset(chain.number, a), toErc20Asset(chain.number, b)],
    }
  })
}

function toNativeAsset(number: number): AssetType {
  return `eip155:${number}/slip44:60`
}

function toErc20Asset(number: number, address: EvmAddress): AssetType {
  return `eip155:${number}/erc20:${address}`
}
