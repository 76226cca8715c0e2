import { type ChainId, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Member, Network } from './network.ts'

/** Returns the second feed of a ticker on a chain; undefined where there is none. */
export type SecondFeeds = (chainId: ChainId, ticker: string) => EvmAddress | undefined

const floating = { deviationBps: 50 }
/** A pegged price moves by more than a few basis points only when something is wrong. */
const pegged = { deviationBps: 25, driftBps: 5 }

/**
 * Deviation thresholds by ticker, basis points. Source: Chainlink's feeds on Ethereum; rollup feeds
 * have smaller thresholds, so these are upper bounds. The drift of pegged prices is ours.
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

/** Adds to a network what trading at its prices needs: deviation thresholds and second feeds. */
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

/** Returns the chain of an asset's price feed. */
export function getFeedChain({ assetType, feedChainId }: Member): ChainId {
  return feedChainId ?? splitAssetType(assetType).chainId
}
