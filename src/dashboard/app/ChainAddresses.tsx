import { useEffect } from 'react'

import { useDiscovery } from '../api/discovery.ts'
import { learnRpcUrls } from '../wallets/walletConfig.ts'
import { useWallets } from '../wallets/WalletsProvider.tsx'

/** Tells the wallets where the service says its chains are reached; shows nothing. */
export function ChainAddresses() {
  const wallets = useWallets()
  const { data } = useDiscovery()
  useEffect(() => {
    if (data) learnRpcUrls(wallets, data.chains)
  }, [wallets, data])
  return null
}
