import { type ChainId, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Member, Network } from './network.ts'

/** Where the second feed of a ticker stands on a chain; undefined where there is none. */
export type SecondFeeds = (chainId: ChainId, ticker: string) => EvmAddress | undefined

const floating = { deviationBps: 50 }
/** What is pegged leaves its price by more than a few basis points only when something is wrong. */
const pegged = { deviationBps: 25, driftBps: 5 }

/**
 * Deviation thresholds by ticker, basis points. Source: Chainlink's feeds on Ethereum; those on
 * rollups are finer, so that these are the most that a price may lag behind. How far pegged prices
 * drift is ours.
 */
const figures: Readonly<Record<string, Pick<Member, 'deviationBps' | 'driftBps'>>> = {
  usdc: pegged,
  usdt: pegged,
  eth: floating,
  btc: floating,
  bnb: floating,
  pol: floating,
  sol: floating,
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
        const secondFeed = secondFeeds(getFeedChain(member), ticker)
        return { ...member, ...figures[ticker], ...(secondFeed !== undefined && { secondFeed }) }
      })
      return { ...aggregate, members }
    }),
  }
}

/** The chain that an asset's price is read on. */
export function getFeedChain({ assetType, feedChainId }: Member): ChainId {
  return feedChainId ?? splitAssetType(assetType).chainId
}
