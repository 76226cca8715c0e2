import { create } from 'zustand'

import { postByFetch, type Post } from '#chains/rpc/rpcBatch.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { getRelayUrl } from './chainUrls.ts'

const useStore = create<{ relayed: readonly ChainId[] }>(() => ({ relayed: [] }))

/**
 * Posts to one address of a chain and records whether the answer came through the service's relay.
 */
export function createChainPost(chainId: ChainId, rpcUrl: string): Post {
  const post = postByFetch(rpcUrl)
  const isRelay = rpcUrl === getRelayUrl(chainId)
  return async (body, options) => {
    const answer = await post(body, options)
    if (answer.status === 200) setRelayed(chainId, isRelay)
    return answer
  }
}

/** The chains that this browser reads through the service, which could misreport them. */
export function useRelayedChains(): readonly ChainId[] {
  return useStore(({ relayed }) => relayed)
}

function setRelayed(chainId: ChainId, isRelay: boolean): void {
  const { relayed } = useStore.getState()
  if (relayed.includes(chainId) === isRelay) return
  useStore.setState({
    relayed: isRelay ? [...relayed, chainId] : relayed.filter((one) => one !== chainId),
  })
}
