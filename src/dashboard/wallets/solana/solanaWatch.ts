import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { SigningError } from '../requests/signingError.ts'
import { saveSolanaConnection, getSolanaWallets, updateAnnounced } from './solanaConnection.ts'
import { toSolanaError } from './toSolanaError.ts'

/** What wallet-adapter says now. */
export type SeenWallets = {
  /** The wallet that it works with, connected or not. */
  selected: string | undefined
  /** The account of that wallet, if it is connected. */
  shown: SolanaAddress | undefined
  /** Goes over to a wallet and connects it. */
  select: (name: string) => void
  disconnect: () => Promise<void>
}

/** Follows what wallet-adapter says of the announced wallets, and turns it into the app's connection. */
export type SolanaWatch = {
  /**
   * Has a wallet connect.
   *
   * @returns The account that it shares.
   * @throws SigningError when it declines, or another wallet is chosen meanwhile.
   */
  ask: (name: string) => Promise<SolanaAddress>
  see: (seen: SeenWallets) => void
  /** A wallet failed: while it was asked, or by itself. */
  fail: (error: unknown, wallet: { name: string; connected: boolean } | undefined) => void
}

type Pending = {
  name: string
  resolve: (address: SolanaAddress) => void
  reject: (error: SigningError) => void
  /** Whether the wallet was asked: wallet-adapter leaves the one before first. */
  isAsked: boolean
  error?: SigningError
}

/** A watch over wallets of which none has been seen yet. */
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
      pending?.reject(new SigningError('REJECTED', 'Another wallet was chosen.'))
      return new Promise((resolve, reject) => {
        pending = { name, resolve, reject, isAsked: false }
        if (seen?.selected !== undefined && seen.selected !== name) void seen.disconnect()
        if (seen?.shown !== undefined) saveIfChosen(name, seen)
        goOn()
      })
    },
    see(now) {
      seen = now
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
        // Told once wallet-adapter has let go of the wallet: asked again before, it would not ask.
        pending.error = toSolanaError(error)
      else if (!pending && wallet && !wallet.connected) forget(wallet.name, error)
    },
  }
}

/** Works with the account shown, if its wallet was chosen: now by name, or before. */
function saveIfChosen(asked: string | undefined, { selected, shown }: SeenWallets): void {
  if (selected === undefined || shown === undefined) return
  const { connection } = getSolanaWallets()
  // A wallet that was left for another one, or for the local one, stays left.
  const wasChosen = connection?.kind === 'announced' && connection.name === selected
  if (selected === asked || wasChosen)
    saveSolanaConnection({ kind: 'announced', name: selected, address: shown })
}

/** A wallet that was connected before this page was loaded, or until now, and is not any more. */
function forget(name: string, error?: unknown): void {
  const { connection } = getSolanaWallets()
  if (connection?.kind !== 'announced' || connection.name !== name) return
  const isRejected = error !== undefined && toSolanaError(error).code === 'REJECTED'
  saveSolanaConnection(
    undefined,
    isRejected
      ? `${name} did not share its account again.`
      : `${name} is not connected any more: it is locked, or was disconnected there.`,
  )
}

/** wallet-adapter leaves the wallet before when another one is asked, even if that one declines. */
function leaveOther(asked: string): void {
  const { connection } = getSolanaWallets()
  if (connection?.kind !== 'announced' || connection.name === asked) return
  saveSolanaConnection(
    undefined,
    `${connection.name} was left for ${asked}, which did not connect.`,
  )
}
