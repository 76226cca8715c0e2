import { useMemo } from 'react'

import { isAddressOn } from '#protocol/ids/caip.ts'
import { type ChainIdentity, identifyChains } from '../../components/flow/chainIdentity.ts'
import { useShownAccounts } from '../../wallets/accounts/shownAccounts.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/** Returns the identities of the network's chains by CAIP-2 id, in network order. */
export function useChainIdentities(): ReadonlyMap<string, ChainIdentity> {
  const { chains } = useNetwork()
  return useMemo(
    () => identifyChains(chains.map(({ chainId, name }) => ({ chain: chainId, name }))),
    [chains],
  )
}

/** {@link useChainIdentities} of the chains on which one of the accounts shown can hold assets. */
export function useOwnChains(): ReadonlyMap<string, ChainIdentity> {
  const { chains } = useNetwork()
  const accounts = useShownAccounts()
  const identities = useChainIdentities()
  return useMemo(() => {
    const own = chains.filter(({ chainId }) =>
      accounts.some(({ accountAddress }) => isAddressOn(accountAddress, chainId)),
    )
    return new Map([...identities].filter(([id]) => own.some(({ chainId }) => chainId === id)))
  }, [chains, accounts, identities])
}
