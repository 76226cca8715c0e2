import { type ComponentType, useEffect, useState } from 'react'

import { getSolanaChains } from '#networks/getChain.ts'
import { updateAnnounced, useSolanaWallets } from '../../wallets/solana/solanaConnection.ts'
import { getBasePath } from '../../api/chains/serviceUrl.ts'
import { isAndroidBrowser } from '../../wallets/remote/isPhone.ts'
import type { SolanaBridge } from '../../wallets/solana/SolanaBridge.tsx'
import { useWallets } from '../../wallets/WalletsProvider.tsx'

/**
 * Loads the bridge to announced Solana wallets on demand, on networks with a Solana chain. If it
 * fails to load, the app works without these wallets.
 */
export function SolanaWallets() {
  const { network, hasMobileWallets } = useWallets()
  const { isWanted } = useSolanaWallets()
  const [Bridge, setBridge] = useState<ComponentType<SolanaBridge.Props>>()
  const [cluster] = getSolanaChains(network)
  const isNeeded = isWanted && cluster !== undefined
  useEffect(() => {
    if (isNeeded)
      import('../../wallets/solana/SolanaBridge.tsx')
        .then(({ SolanaBridge }) => setBridge(() => SolanaBridge))
        .catch(() => updateAnnounced({ announced: [] }))
  }, [isNeeded])
  if (!isNeeded || !Bridge) return null
  const icon = `${getBasePath()}/icons/192.png`.slice(1)
  const phone = { chainId: cluster.chainId, icon }
  return <Bridge phone={hasMobileWallets && isAndroidBrowser() ? phone : undefined} />
}
