import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../language/translate.ts'
import { SigningError, toSigningError } from '../errors/signingError.ts'
import {
  type SolanaConnection,
  saveSolanaConnection,
  getSolanaWallets,
  updateAnnounced,
} from './solanaConnection.ts'

/** The state of wallet-adapter. */
export type SeenWallets = {
  /** Name of the selected wallet, connected or not. */
  selected: string | undefined
  /** The account of that wallet, when connected. */
  shown: SolanaAddress | undefined
  /** Selects a wallet and connects it. */
  select: (name: string) => void
  disconnect: () => Promise<void>
}

/** Follows wallet-adapter's state of the announced wallets and updates the app's connection. */
export type SolanaWatch = {
  /**
   * Connects a wallet.
   *
   * @returns The account that it shares.
   * @throws SigningError when the user declines, or chooses another wallet meanwhile.
   */
  ask: (name: string) => Promise<SolanaAddress>
  see: (seen: SeenWallets) => void
  /** Handles a wallet's error, whether it was being connected or not. */
  fail: (error: unknown, wallet: { name: string; connected: boolean } | undefined) => void
}

type Pending = {
  name: string
  resolve: (address: SolanaAddress) => void
  reject: (error: SigningError) => void
  /** What was connected when it was asked. */
  before: SolanaConnection | undefined
  /** Whether the wallet was selected: wallet-adapter deselects the previous one first. */
  isAsked: boolean
  error?: SigningError
}

/** Creates a watch. */
export function createSolanaWatch(): SolanaWatch {
  let pending: Pending | undefined
  let live: string | undefined
  let seen: SeenWallets | undefined

  function goOn(): void {
    if (!pending || !seen) return
    const { selected, shown } = seen
    if (selected === pending.name && shown !== undefined) {
      pending.resolve(shown)
      pending = undefined
    } else if (pending.error && selected !== pending.name) {
      leaveOther(pending.name)
      pending.reject(pending.error)
      pending = undefined
    } else if (!pending.isAsked && selected === undefined) {
      pending.isAsked = true
      seen.select(pending.name)
    }
  }

  return {
    ask(name) {
      pending?.reject(new SigningError('REJECTED', translate('A different wallet was selected.')))
      return new Promise((resolve, reject) => {
        const before = getSolanaWallets().connection
        pending = { name, resolve, reject, isAsked: false, before }
        if (seen?.selected !== undefined && seen.selected !== name) void seen.disconnect()
        if (seen?.shown !== undefined) saveIfChosen(name, seen)
        goOn()
      })
    },
    see(now) {
      seen = now
      // Who was asked is not waited for once another wallet was chosen.
      if (pending && getSolanaWallets().connection !== pending.before) {
        pending.reject(new SigningError('REJECTED', translate('A different wallet was selected.')))
        pending = undefined
      }
      const { selected, shown } = now
      const isLive = selected !== undefined && shown !== undefined
      updateAnnounced({ isLive })
      if (!isLive && live !== undefined && !pending) forget(live)
      live = isLive ? selected : undefined
      saveIfChosen(pending?.name, now)
      goOn()
    },
    fail(error, wallet) {
      if (pending?.isAsked && (!wallet || wallet.name === pending.name))
        // Rejected only once wallet-adapter has deselected the wallet: it ignores retries before.
        pending.error = toSolanaError(error)
      else if (!pending && wallet && !wallet.connected) forget(wallet.name, error)
    },
  }
}

/** Saves the account shown, if the user chose its wallet: just now (`asked`) or earlier. */
function saveIfChosen(asked: string | undefined, { selected, shown }: SeenWallets): void {
  if (selected === undefined || shown === undefined) return
  const { connection } = getSolanaWallets()
  // A wallet that was replaced by another one stays replaced, even if it reconnects.
  const wasChosen = connection?.kind === 'announced' && connection.name === selected
  if (selected === asked || wasChosen)
    saveSolanaConnection({ kind: 'announced', name: selected, address: shown })
}

/** Clears the connection to a wallet that is no longer connected, and records why. */
function forget(name: string, error?: unknown): void {
  const { connection } = getSolanaWallets()
  if (connection?.kind !== 'announced' || connection.name !== name) return
  const isRejected = error !== undefined && toSolanaError(error).code === 'REJECTED'
  saveSolanaConnection(
    undefined,
    isRejected
      ? translate('{wallet} didn’t share its account again.', { wallet: name })
      : translate('{wallet} is no longer connected. It’s locked, or was disconnected there.', {
          wallet: name,
        }),
  )
}

/** wallet-adapter drops the previous wallet even if the new one does not connect. */
function leaveOther(asked: string): void {
  const { connection } = getSolanaWallets()
  if (connection?.kind !== 'announced' || connection.name === asked) return
  saveSolanaConnection(
    undefined,
    translate('{wallet} was disconnected for {asked}, which didn’t connect.', {
      wallet: connection.name,
      asked,
    }),
  )
}

/** Converts an error of a Solana wallet, which wallet-adapter may have wrapped. */
export function toSolanaError(cause: unknown): SigningError {
  return toSigningError(isRecord(cause) && cause['error'] !== undefined ? cause['error'] : cause)
}
