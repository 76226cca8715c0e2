import { type ChainId, type EvmAddress, splitAssetType } from '#protocol/caip.ts'
import type { Member, Network } from './network.ts'

/** Where the second feed of a ticker stands on a chain; undefined where there is none. */
export type SecondFeeds = (chainId: ChainId, ticker: string) => EvmAddress | undefined

/**
 * Deviation thresholds by ticker, basis points. Source: Chainlink's feeds on Ethereum; those on
 * rollups are finer, so that these are the most that a price may lag behind.
 */
const deviations: Readonly<Record<string, number>> = {
  usdc: 25,
  usdt: 25,
  eth: 50,
  btc: 50,
  bnb: 50,
  pol: 50,
  sol: 50,
}

/**
 * The network with what only who trades at its prices has to know of them: how far each feed may be off,
 * and the second feeds that they are held against.
 */
export function withPriceSources<Of extends Network>(network: Of, secondFeeds: SecondFeeds): Of {
  return {
    ...network,
    aggregates: network.aggregates.map((aggregate) => {
      const ticker = aggregate.aggregatedAssetId.split(':')[1] ?? ''
      const members = aggregate.members.map((member) => {
        const secondFeed = secondFeeds(feedChainOf(member), ticker)
        const deviationBps = deviations[ticker]
        return {
          ...member,
          ...(deviationBps !== undefined && { deviationBps }),
          ...(secondFeed !== undefined && { secondFeed }),
        }
      })
      return { ...aggregate, members }
    }),
  }
}

/** The chain that an asset's price is read on. */
export function feedChainOf({ assetType, feedChainId }: Member): ChainId {
  return feedChainId ?? splitAssetType(assetType).chainId
}
