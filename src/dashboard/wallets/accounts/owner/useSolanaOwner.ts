import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import { localWalletTarget } from '../../local/localWalletIdentity.ts'
import { useLocalWallet } from '../../local/localWallet.ts'
import { useNetwork } from '../../WalletsProvider.tsx'
import { type SolanaConnection, useSolanaWallets } from '../../solana/solanaConnection.ts'

/** The Solana account in use and the wallet that signs for it. */
export type SolanaOwner = {
  address: SolanaAddress
  /** The wallet's display name. */
  wallet: string
  /** The wallet's icon, a data URI. */
  icon: string | undefined
  /** Whether it is the local wallet. */
  isLocal: boolean
  /** Whether the wallet can sign; false while the last visit's connection is being restored. */
  isReady: boolean
}

/**
 * The Solana account in use; undefined without a wallet, or on a network without a Solana chain.
 */
export function useSolanaOwner(): SolanaOwner | undefined {
  const network = useNetwork()
  const { connection, isLive, announced } = useSolanaWallets()
  const local = useLocalWallet()
  if (!connection || getSolanaChains(network).length === 0) return undefined
  const address = getAddress(connection, local?.solanaAddress)
  if (address === undefined) return undefined
  if (connection.kind === 'local')
    return {
      address,
      wallet: localWalletTarget.name,
      icon: localWalletTarget.icon,
      isLocal: true,
      isReady: true,
    }
  const { name } = connection
  const icon = announced?.find((one) => one.name === name)?.icon
  return { address, wallet: name, icon, isLocal: false, isReady: isLive }
}

function getAddress(
  connection: SolanaConnection,
  local: SolanaAddress | undefined,
): SolanaAddress | undefined {
  return connection.kind === 'local' ? local : connection.address
}
