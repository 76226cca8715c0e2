import { localWalletTarget } from '../local/localWalletIdentity.ts'
import { getLocalSolanaAddress } from '../local/localWallet.ts'
import { toSigningError } from '../requests/signingError.ts'
import type { WalletChoice } from './useWalletChoices.ts'
import {
  saveSolanaConnection,
  getSolanaLink,
  getSolanaWallets,
  useSolanaWallets,
} from '../solana/solanaConnection.ts'

/**
 * The Solana wallets that announced themselves, in the order they were found; undefined while they are
 * being looked for.
 */
export function useSolanaChoices(): readonly WalletChoice[] | undefined {
  const { announced } = useSolanaWallets()
  // Nobody else goes by the name of the wallet inside this app.
  const others = announced?.filter(({ name }) => name !== localWalletTarget.name)
  return others?.map(({ name, icon }) => ({
    id: name,
    name,
    icon,
    async connect() {
      const link = await getSolanaLink()
      await link.connect(name).catch((cause: unknown) => {
        throw toSigningError(cause)
      })
    },
  }))
}

/**
 * Works with the local wallet's Solana account from now on.
 *
 * @throws SigningError when the person declines to unlock a wallet that has to be opened for it.
 */
export async function connectLocalSolana(): Promise<void> {
  await getLocalSolanaAddress().catch((cause: unknown) => {
    throw toSigningError(cause)
  })
  await disconnectAnnounced()
  saveSolanaConnection({ kind: 'local' })
}

/** Takes the Solana account out of use; the EVM wallet stays connected. */
export async function disconnectSolana(): Promise<void> {
  await disconnectAnnounced()
  saveSolanaConnection(undefined)
}

async function disconnectAnnounced(): Promise<void> {
  const { connection, isLive } = getSolanaWallets()
  if (connection?.kind !== 'announced' || !isLive) return
  // Forgotten first: what the wallet says about leaving is no problem then.
  saveSolanaConnection(undefined)
  const link = await getSolanaLink()
  await link.disconnect()
}
