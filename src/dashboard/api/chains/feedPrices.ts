import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { type FeedAnswer, readFeeds } from '#chains/evm/assets/readFeeds.ts'
import type { Member, Network } from '#networks/network.ts'
import { type ChainId, getEvmChainNumber, splitAssetType } from '#protocol/ids/caip.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './rpcUrls.ts'

/** Decimals of the feeds' answers. Source: Chainlink, USD feeds. */
const feedDecimals = 8

/**
 * Key and fetch of what the network's pinned price feeds say, read from the chains themselves: what
 * the verifier holds a quote against. A feed that is silent, stale or not positive has no price.
 */
export function feedPricesOptions(
  network: Network,
  rpcUrls: ReadonlyMap<ChainId, string> | undefined,
) {
  return queryOptions({
    queryKey: ['feedPrices', network.name],
    queryFn: rpcUrls ? () => readPrices(network, rpcUrls) : skipToken,
    refetchInterval: 15_000,
    staleTime: 10_000,
    retry: 1,
  })
}

/** US dollars per whole token by asset type; data is undefined until the chains have answered. */
export function useFeedPrices(network: Network) {
  return useQuery(feedPricesOptions(network, useRpcUrls(network)))
}

async function readPrices(
  network: Network,
  rpcUrls: ReadonlyMap<ChainId, string>,
): Promise<ReadonlyMap<string, number>> {
  const members = network.aggregates.flatMap((aggregate) => aggregate.members)
  const read = await Promise.allSettled(
    network.chains
      .filter(({ chainId }) => getEvmChainNumber(chainId) !== undefined)
      .map(async (chain) => {
        const own = members.filter((one) => getFeedChain(one) === chain.chainId)
        const { answers, blockTime } = await readFeeds(
          getEvmClient(chain, rpcUrls),
          own.map(({ feed }) => feed),
        )
        return own.flatMap((member, index) =>
          toPriceEntries(member, { answer: answers[index], blockTime }),
        )
      }),
  )
  const prices = read.flatMap((chain) => (chain.status === 'fulfilled' ? chain.value : []))
  const [failure] = read.filter((chain) => chain.status === 'rejected')
  if (prices.length === 0 && failure) throw failure.reason
  return new Map(prices)
}

/** Where a member's feed is: Solana has none, so its assets are priced by an EVM chain's. */
function getFeedChain({ feedChainId, assetType }: Member): ChainId {
  return feedChainId ?? splitAssetType(assetType).chainId
}

function toPriceEntries(
  member: Member,
  read: { answer: FeedAnswer | undefined; blockTime: bigint },
): [string, number][] {
  const { answer, blockTime } = read
  if (!answer || answer.answer <= 0n) return []
  if (blockTime - answer.updatedAt > BigInt(member.maxAgeSeconds)) return []
  return [[member.assetType, Number(answer.answer) / 10 ** feedDecimals]]
}
