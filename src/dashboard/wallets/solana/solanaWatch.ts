import type { SolanaAddress } from '#protocol/caip.ts'
import { SigningError } from '../signingError.ts'
import { keepSolana, solanaWallets, tellSolana } from './solanaConnection.ts'
import { solanaErrorOf } from './solanaError.ts'

/** Follows what wallet-adapter says of the announced wallets, and turns it into the app's connection. */
export type SolanaWatch = {
  /**
   * Has a wallet asked to connect by `select`, and waits for what comes of it.
   *
   * @throws SigningError when it declines, or another wallet is chosen meanwhile.
   */
  ask: (name: string, select: () => void) => Promise<SolanaAddress>
  /** The wallet that is connected now, or that none is. */
  see: (seen: { name: string; address: SolanaAddress } | undefined) => void
  /** A wallet failed: while it was asked, or by itself. */
  fail: (error: unknown, wallet: { name: string; connected: boolean } | undefined) => void
}

type Pending = {
  name: string
  resolve: (address: SolanaAddress) => void
  reject: (error: SigningError) => void
}

/** A watch over wallets of which none has been seen yet. */
export function createSolanaWatch(): SolanaWatch {
  let pending: Pending | undefined
  let live: string | undefined
  return {
    ask(name, select) {
      pending?.reject(new SigningError('REJECTED', 'Another wallet was chosen.'))
      return new Promise((resolve, reject) => {
        pending = { name, resolve, reject }
        select()
      })
    },
    see(seen) {
      tellSolana({ isLive: seen !== undefined })
      if (!seen && live !== undefined && !pending) forget(live)
      live = seen?.name
      if (!seen) return
      const { name, address } = seen
      const { connection } = solanaWallets()
      const asked = pending?.name === name ? pending : undefined
      // A wallet that was left for another one, or for the local one, stays left.
      if (asked || (connection?.kind === 'announced' && connection.name === name))
        keepSolana({ kind: 'announced', name, address })
      if (!asked) return
      pending = undefined
      asked.resolve(address)
    },
    fail(error, wallet) {
      if (pending && (!wallet || wallet.name === pending.name)) {
        const asked = pending
        pending = undefined
        leaveOther(asked.name)
        asked.reject(solanaErrorOf(error))
      } else if (wallet && !wallet.connected) forget(wallet.name, error)
    },
  }
}

/** A wallet that was connected before this page was loaded, or until now, and is not any more. */
function forget(name: string, error?: unknown): void {
  const { connection } = solanaWallets()
  if (connection?.kind !== 'announced' || connection.name !== name) return
  const isRejected = error !== undefined && solanaErrorOf(error).code === 'REJECTED'
  keepSolana(
    undefined,
    isRejected
      ? `${name} did not share its account again.`
      : `${name} is not connected any more: it is locked, or was disconnected there.`,
  )
}

/** wallet-adapter leaves the wallet before when another one is asked, even if that one declines. */
function leaveOther(asked: string): void {
  const { connection } = solanaWallets()
  if (connection?.kind !== 'announced' || connection.name === asked) return
  keepSolana(undefined, `${connection.name} was left for ${asked}, which did not connect.`)
}
