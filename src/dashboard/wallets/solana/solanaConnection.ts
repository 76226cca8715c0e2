import { z } from 'zod/mini'
import { create } from 'zustand'

import { SolanaAddress } from '#protocol/ids/caip.ts'
import { persisted } from '../../persisted.ts'

/**
 * The name of the wallet apps of a phone, under which their connection is kept. wallet-adapter knows an adapter
 * that opens an app by it: the page is not being left, so that it goes on hearing errors.
 */
export const phoneAppName = 'Mobile Wallet Adapter'

/** What such an app granted: the account that it shared, and the token by which it knows this page. */
const AppGrant = z.object({ address: SolanaAddress, token: z.string() })
export type AppGrant = z.output<typeof AppGrant>

/** The grant of the app that was connected last. */
export const appGrant = persisted('estuary.solana.app', AppGrant, undefined)

/** The Solana account in use, and the wallet that holds it. */
const SolanaConnection = z.union([
  /** The local wallet; the address is read from its state. */
  z.object({ kind: z.literal('local') }),
  /** A wallet found through the Wallet Standard. */
  z.object({ kind: z.literal('announced'), name: z.string(), address: SolanaAddress }),
])
export type SolanaConnection = z.output<typeof SolanaConnection>

/** A Solana wallet found through the Wallet Standard. */
export type AnnouncedWallet = {
  name: string
  /** A data URI. */
  icon: string
}

/** Access to announced wallets; provided by `SolanaBridge`, which is loaded on demand. */
export type SolanaWalletLink = {
  /** Connects a wallet, which asks the user to confirm. @returns The address that it shared. */
  connect: (name: string) => Promise<SolanaAddress>
  disconnect: () => Promise<void>
  /**
   * Has the connected wallet sign a message, passed as a transaction without signatures.
   *
   * @returns The serialized transaction as the wallet returned it.
   */
  sign: (message: Uint8Array) => Promise<Uint8Array>
}

/** State of the Solana wallets in this browser. */
export type SolanaWallets = {
  connection: SolanaConnection | undefined
  /** Whether the connection's announced wallet is connected now. */
  isLive: boolean
  /** The announced wallets in the order they were found; undefined before the first search. */
  announced: readonly AnnouncedWallet[] | undefined
  /** Whether to look for announced wallets, which loads the code for it. */
  isWanted: boolean
  /** Why the last wallet was disconnected, in one sentence. */
  error: string | undefined
}

const kept = persisted('estuary.solana', SolanaConnection, undefined)
let currentLink: SolanaWalletLink | undefined
let waiting: ((link: SolanaWalletLink) => void)[] = []
const useStore = create<SolanaWallets>(createInitialState)

/** The state of this browser's Solana wallets. */
export function getSolanaWallets(): SolanaWallets {
  return useStore.getState()
}

/** {@link getSolanaWallets}, kept up to date. */
export function useSolanaWallets(): SolanaWallets {
  return useStore()
}

/** Selects the Solana account in use, also after a reload; undefined clears it. */
export function saveSolanaConnection(
  connection: SolanaConnection | undefined,
  error?: string,
): void {
  kept.set(connection)
  const isWanted = getSolanaWallets().isWanted || connection?.kind === 'announced'
  updateState({ connection, error, isWanted })
}

/** Updates the state of announced wallets; called by the bridge. */
export function updateAnnounced(news: Partial<Pick<SolanaWallets, 'announced' | 'isLive'>>): void {
  updateState(news)
}

/** Starts the search for announced wallets. */
export function requestSolanaWallets(): void {
  if (!getSolanaWallets().isWanted) updateState({ isWanted: true })
}

/** Provides the access to announced wallets. @returns Withdraws it. */
export function provideSolanaLink(link: SolanaWalletLink): () => void {
  currentLink = link
  for (const resolve of waiting) resolve(link)
  waiting = []
  return () => {
    if (currentLink === link) currentLink = undefined
  }
}

/** Waits for the access to announced wallets; starts loading it where needed. */
export async function getSolanaLink(): Promise<SolanaWalletLink> {
  requestSolanaWallets()
  return currentLink ?? new Promise((resolve) => waiting.push(resolve))
}

/** Ignores updates that change nothing: they would rerender the bridge, which updates again. */
function updateState(change: Partial<SolanaWallets>): void {
  const state = getSolanaWallets()
  const next = { ...state, ...change }
  if (JSON.stringify(next) !== JSON.stringify(state)) useStore.setState(next)
}

function createInitialState(): SolanaWallets {
  const connection = kept.get()
  return {
    connection,
    isLive: false,
    announced: undefined,
    isWanted: connection?.kind === 'announced',
    error: undefined,
  }
}
