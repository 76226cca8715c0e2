import { useMemo } from 'react'

import { type ChainIdentity, identifyChains } from '../components/chainIdentity.ts'
import { useNetwork } from '../wallets/WalletsProvider.tsx'

/** How the network's chains are told apart, by CAIP-2 id, in network order. */
export function useChainIdentities(): ReadonlyMap<string, ChainIdentity> {
  const { chains } = useNetwork()
  return useMemo(
    () => identifyChains(chains.map(({ chainId, name }) => ({ chain: chainId, name }))),
    [chains],
  )
}
