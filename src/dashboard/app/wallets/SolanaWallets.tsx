import { type ComponentType, useEffect, useState } from 'react'

import { getSolanaChains } from '#networks/getChain.ts'
import { updateAnnounced, useSolanaWallets } from '../../wallets/solana/solanaConnection.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/**
 * Has the announced Solana wallets watched once they are wanted, where the network has a Solana chain;
 * shows nothing. What does not load leaves the page as it is, without these wallets.
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
