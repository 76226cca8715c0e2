import { useMemo } from 'react'

import { isAddressOn } from '#protocol/ids/caip.ts'
import { type ChainIdentity, identifyChains } from '../components/flow/chainIdentity.ts'
import { useAccount } from '../wallets/accounts/useAccount.ts'
import { useNetwork } from '../wallets/WalletsProvider.tsx'

/** How the network's chains are told apart, by CAIP-2 id, in network order. */
export function useChainIdentities(): ReadonlyMap<string, ChainIdentity> {
  const { chains } = useNetwork()
  return useMemo(
    () => identifyChains(chains.map(({ chainId, name }) => ({ chain: chainId, name }))),
    [chains],
  )
}

/** {@link useChainIdentities} of the chains on which an account of the set can hold something. */
export function useOwnChains(): ReadonlyMap<string, ChainIdentity> {
  const { chains } = useNetwork()
  const { accounts } = useAccount()
  const identities = useChainIdentities()
  return useMemo(() => {
    const own = chains.filter(({ chainId }) =>
      accounts.some(({ accountAddress }) => isAddressOn(accountAddress, chainId)),
    )
    return new Map([...identities].filter(([id]) => own.some(({ chainId }) => chainId === id)))
  }, [chains, accounts, identities])
}
