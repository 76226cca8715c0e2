import { useEffect, useState } from 'react'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { type FeedAnswer, readFeeds } from '#chains/evm/assets/readFeeds.ts'
import type { Member, Network } from '#networks/network.ts'
import { type ChainId, getEvmChainNumber, splitAssetType } from '#protocol/ids/caip.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** Decimals of the feeds' answers. Source: Chainlink USD feeds. */
const feedDecimals = 8

/**
 * Query of the network's pinned price feeds, read from the chains; the verifier compares quotes
 * with them. A feed that does not answer, is stale, or is not positive yields no price.
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

/** US dollars per whole token, by asset type; read while they are needed. */
export function useFeedPrices(network: Network, { isNeeded = true } = {}) {
  return useQuery(feedPricesOptions(network, useRpcUrls(network, { isNeeded })))
}

/** How long a quote waits for the feeds' first answer, milliseconds. */
const patienceMs = 3_000

/**
 * The prices that quotes are compared with. `isFirstRead` while the feeds have not answered yet: what
 * says that nobody compared the prices would be gone a moment later, from under the pointer. After
 * three seconds a quote is shown without them.
 */
export function useQuotePrices(
  network: Network,
  { isNeeded }: { isNeeded: boolean },
): { prices: ReadonlyMap<string, number> | undefined; isFirstRead: boolean } {
  const { data, isPending, fetchStatus } = useFeedPrices(network, { isNeeded })
  const isFirstRead = isNeeded && isPending && fetchStatus !== 'paused'
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isFirstRead) return undefined
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isFirstRead])
  return { prices: data, isFirstRead: isFirstRead && !isLate }
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

/** The chain of a member's feed; Solana's assets use feeds on an EVM chain. */
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
