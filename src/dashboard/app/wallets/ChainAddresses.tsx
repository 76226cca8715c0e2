import { useEffect } from 'react'

import { getChainUrls } from '../../api/chains/getChainUrls.ts'
import { useDiscovery } from '../../api/service/discovery.ts'
import { useFollowActiveAccount } from '../../wallets/accounts/owner/useFollowActiveAccount.ts'
import { updateRpcUrls } from '../../wallets/walletConfig.ts'
import { useWallets } from '../../wallets/WalletsProvider.tsx'

/** Updates the wallets' RPC addresses and the active account; renders nothing. */
export function ChainAddresses() {
  const wallets = useWallets()
  useFollowActiveAccount()
  const { data } = useDiscovery()
  useEffect(() => {
    if (!data) return
    const reached = data.chains.map(({ chain, rpcUrl }) => ({
      chain,
      rpcUrls: getChainUrls(chain, rpcUrl),
    }))
    updateRpcUrls(wallets, reached)
  }, [wallets, data])
  return null
}
