import { type ComponentType, useEffect, useState } from 'react'

import { getSolanaChains } from '#networks/getChain.ts'
import { updateAnnounced, useSolanaWallets } from '../../wallets/solana/solanaConnection.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/**
 * Loads the bridge to announced Solana wallets on demand, on networks with a Solana chain. If it
 * fails to load, the app works without these wallets.
 */
export function SolanaWallets() {
  const network = useNetwork()
  const { isWanted } = useSolanaWallets()
  const [Bridge, setBridge] = useState<ComponentType>()
  const isNeeded = isWanted && getSolanaChains(network).length > 0
  useEffect(() => {
    if (isNeeded)
      import('../../wallets/solana/SolanaBridge.tsx')
        .then(({ SolanaBridge }) => setBridge(() => SolanaBridge))
        .catch(() => updateAnnounced({ announced: [] }))
  }, [isNeeded])
  return isNeeded && Bridge ? <Bridge /> : null
}
