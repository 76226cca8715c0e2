import { useEffect } from 'react'

import { useDiscovery } from '../api/discovery.ts'
import { useSettleOwner } from '../wallets/useSettleOwner.ts'
import { learnRpcUrls } from '../wallets/walletConfig.ts'
import { useWallets } from '../wallets/WalletsProvider.tsx'

/**
 * Tells the wallets where the service says its chains are reached, and remembers whose accounts are
 * in use; shows nothing.
 */
export function ChainAddresses() {
  const wallets = useWallets()
  useSettleOwner()
  const { data } = useDiscovery()
  useEffect(() => {
    if (data) learnRpcUrls(wallets, data.chains)
  }, [wallets, data])
  return null
}
