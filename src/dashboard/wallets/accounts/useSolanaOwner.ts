import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import { localWalletTarget } from '../local/localWalletIdentity.ts'
import { useLocalWallet } from '../local/localWallet.ts'
import { useNetwork } from '../WalletsProvider.tsx'
import { type SolanaConnection, useSolanaWallets } from '../solana/solanaConnection.ts'

/** The Solana account in use, and the wallet that signs for it. */
export type SolanaOwner = {
  address: SolanaAddress
  /** Its wallet's name, for words. */
  wallet: string
  /** An image as data URI. */
  icon: string | undefined
  /** Whether it is the wallet inside this app. */
  isLocal: boolean
  /** The local wallet needs its passphrase before it signs. */
  isLocked: boolean
  /** Whether the wallet can be asked now; one of the last visit is being taken up again. */
  isReady: boolean
}

/** The Solana account in use; undefined where the network has no Solana chain, or without a wallet. */
export function useSolanaOwner(): SolanaOwner | undefined {
  const network = useNetwork()
  const { connection, isLive, announced } = useSolanaWallets()
  const local = useLocalWallet()
  if (!connection || getSolanaChains(network).length === 0) return undefined
  const address = getAddress(connection, local.solanaAddress)
  if (address === undefined) return undefined
  if (connection.kind === 'local')
    return {
      address,
      wallet: localWalletTarget.name,
      icon: localWalletTarget.icon,
      isLocal: true,
      isLocked: local.status === 'locked',
      isReady: true,
    }
  const { name } = connection
  const icon = announced?.find((one) => one.name === name)?.icon
  return { address, wallet: name, icon, isLocal: false, isLocked: false, isReady: isLive }
}

function getAddress(
  connection: SolanaConnection,
  local: SolanaAddress | undefined,
): SolanaAddress | undefined {
  return connection.kind === 'local' ? local : connection.address
}
