import { type ComponentType, useEffect, useState } from 'react'

import { solanaChains } from '#networks/chainsOf.ts'
import { useLocalWallet } from '../wallets/localWallet.ts'
import { prompts } from '../wallets/prompts.ts'
import { tellSolana, useSolanaWallets } from '../wallets/solana/solanaConnection.ts'
import { useNetwork } from '../wallets/WalletsProvider.tsx'

/**
 * Has the announced Solana wallets watched once they are wanted, where the network has a Solana chain,
 * and the local wallet announced to others when there is one; shows nothing. What does not load leaves
 * the page as it is, without these wallets.
 */
export function SolanaWallets() {
  const network = useNetwork()
  const { isWanted } = useSolanaWallets()
  const [Bridge, setBridge] = useState<ComponentType>()
  const hasSolana = solanaChains(network).length > 0
  const isNeeded = isWanted && hasSolana
  const { status } = useLocalWallet()
  const isAnnounced = hasSolana && status !== 'absent'
  useEffect(() => {
    if (isAnnounced)
      import('../wallets/solana/announceSolana.ts')
        .then(({ announceLocalSolana }) => announceLocalSolana({ prompts, network }))
        // Others do not find it then; this app needs no announcement.
        .catch(() => undefined)
  }, [isAnnounced, network])
  useEffect(() => {
    if (isNeeded)
      import('../wallets/solana/SolanaBridge.tsx')
        .then(({ SolanaBridge }) => setBridge(() => SolanaBridge))
        .catch(() => tellSolana({ announced: [] }))
  }, [isNeeded])
  return isNeeded && Bridge ? <Bridge /> : null
}
