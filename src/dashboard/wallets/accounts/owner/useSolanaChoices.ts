import { localWalletTarget } from '../../local/localWalletIdentity.ts'
import { toSigningError } from '../../errors/signingError.ts'
import type { WalletChoice } from './useWalletChoices.ts'
import {
  saveSolanaConnection,
  getSolanaLink,
  getSolanaWallets,
  useSolanaWallets,
} from '../../solana/solanaConnection.ts'

/**
 * The Solana wallets announced through the Wallet Standard, in the order they were found; undefined
 * while the app is still looking for them.
 */
export function useSolanaChoices(): readonly WalletChoice[] | undefined {
  const { announced } = useSolanaWallets()
  // No other wallet may use the local wallet's name.
  const others = announced?.filter(({ name }) => name !== localWalletTarget.name)
  return others?.map(({ name, icon }) => ({
    id: name,
    name,
    icon,
    isRemote: false,
    async connect() {
      const link = await getSolanaLink()
      await link.connect(name).catch((cause: unknown) => {
        throw toSigningError(cause)
      })
    },
  }))
}

/** Connects the local wallet's Solana account. */
export async function connectLocalSolana(): Promise<void> {
  await disconnectAnnounced()
  saveSolanaConnection({ kind: 'local' })
}

/** Disconnects the Solana account; the EVM wallet stays connected. */
export async function disconnectSolana(): Promise<void> {
  await disconnectAnnounced()
  saveSolanaConnection(undefined)
}

async function disconnectAnnounced(): Promise<void> {
  const { connection, isLive } = getSolanaWallets()
  if (connection?.kind !== 'announced' || !isLive) return
  // Cleared first, so that the wallet's own disconnect event is not reported as an error.
  saveSolanaConnection(undefined)
  const link = await getSolanaLink()
  await link.disconnect()
}
