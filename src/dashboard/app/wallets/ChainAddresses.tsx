import { useEffect } from 'react'

import { chainUrls } from '../../api/chains/chainUrls.ts'
import { useDiscovery } from '../../api/service/discovery.ts'
import { useSettleOwner } from '../../wallets/accounts/useSettleOwner.ts'
import { learnRpcUrls } from '../../wallets/walletConfig.ts'
import { useWallets } from '../../wallets/WalletsProvider.tsx'

/**
 * Tells the wallets where this browser reaches the chains, and remembers whose accounts are
 * in use; shows nothing.
 */
export function ChainAddresses() {
  const wallets = useWallets()
  useSettleOwner()
  const { data } = useDiscovery()
  useEffect(() => {
    if (!data) return
    const reached = data.chains.map(({ chain, rpcUrl }) => ({
      chain,
      rpcUrls: chainUrls(chain, rpcUrl),
    }))
    learnRpcUrls(wallets, reached)
  }, [wallets, data])
  return null
}
