import { useSyncExternalStore } from 'react'

import { postByFetch } from '#chains/rpc/postByFetch.ts'
import type { Post } from '#chains/rpc/rpcBatch.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { getRelayUrl } from './getChainUrls.ts'

const listeners = new Set<() => void>()
let relayed: readonly ChainId[] = []

/** Posts to where a chain is reached, and keeps in mind whether its own endpoint or the service answered. */
export function createChainPost(chainId: ChainId, rpcUrl: string): Post {
  const post = postByFetch(rpcUrl)
  const isRelay = rpcUrl === getRelayUrl(chainId)
  return async (body, options) => {
    const answer = await post(body, options)
    if (answer.status === 200) remember(chainId, isRelay)
    return answer
  }
}

/** The chains that this browser reads through the service: what it is told of them is the service's word. */
export function useRelayedChains(): readonly ChainId[] {
  return useSyncExternalStore(subscribe, () => relayed)
}

function remember(chainId: ChainId, isRelay: boolean): void {
  if (relayed.includes(chainId) === isRelay) return
  relayed = isRelay ? [...relayed, chainId] : relayed.filter((one) => one !== chainId)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
