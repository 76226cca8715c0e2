import { useSyncExternalStore } from 'react'

import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { isSolanaAddress } from '../requests/isSolanaAddress.ts'

/** The Solana account that this browser works with, and the wallet that has it. */
export type SolanaConnection =
  /** The wallet inside this app; its address is its own to say. */
  | { kind: 'local' }
  /** A wallet that announced itself (Wallet Standard). */
  | { kind: 'announced'; name: string; address: SolanaAddress }

/** A Solana wallet of this browser, as it announced itself. */
export type AnnouncedWallet = {
  name: string
  /** An image as data URI. */
  icon: string
}

/** How announced wallets are reached; the code behind it is loaded when first wanted. */
export type SolanaLink = {
  /** Connects a wallet and asks the person in it. @returns The address that it shared. */
  connect: (name: string) => Promise<SolanaAddress>
  disconnect: () => Promise<void>
  /**
   * Asks the connected wallet to sign a transaction without signatures.
   *
   * @returns The transaction as the wallet answered it, serialized.
   */
  sign: (message: Uint8Array) => Promise<Uint8Array>
}

/** What is known of Solana wallets in this browser. */
export type SolanaWallets = {
  connection: SolanaConnection | undefined
  /** Whether the announced wallet of the connection answers now. */
  isLive: boolean
  /** The announced wallets, in the order they were found; undefined while nobody looked. */
  announced: readonly AnnouncedWallet[] | undefined
  /** Whether announced wallets are wanted: they are looked for from then on. */
  isWanted: boolean
  /** Why the last wallet is not connected any more, in one sentence. */
  error: string | undefined
}

const storageKey = 'estuary.solana'
const listeners = new Set<() => void>()
let currentLink: SolanaLink | undefined
let waiting: ((link: SolanaLink) => void)[] = []
let state = createInitialState()

/** The Solana wallets as they are now. */
export function getSolanaWallets(): SolanaWallets {
  return state
}

/** {@link getSolanaWallets}, and again whenever they change. */
export function useSolanaWallets(): SolanaWallets {
  return useSyncExternalStore(subscribe, getSolanaWallets)
}

/** Works with this account from now on, also after a reload; undefined forgets it. */
export function saveSolanaConnection(
  connection: SolanaConnection | undefined,
  error?: string,
): void {
  try {
    if (connection) localStorage.setItem(storageKey, JSON.stringify(connection))
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is full or blocked: it holds until the page closes.
  }
  updateState({ connection, error, isWanted: state.isWanted || connection?.kind === 'announced' })
}

/** Tells what the announced wallets do; for the part of the app that watches them. */
export function updateAnnounced(news: Partial<Pick<SolanaWallets, 'announced' | 'isLive'>>): void {
  updateState(news)
}

/** Has announced wallets looked for. */
export function requestSolanaWallets(): void {
  if (!state.isWanted) updateState({ isWanted: true })
}

/** Says how announced wallets are reached from now on. @returns Takes it back. */
export function provideSolanaLink(link: SolanaLink): () => void {
  currentLink = link
  for (const resolve of waiting) resolve(link)
  waiting = []
  return () => {
    if (currentLink === link) currentLink = undefined
  }
}

/** How announced wallets are reached, once the code for it is there. */
export async function getSolanaLink(): Promise<SolanaLink> {
  requestSolanaWallets()
  return currentLink ?? new Promise((resolve) => waiting.push(resolve))
}

/** Tells nobody of what is as it was: who shows the watch would be asked to watch again for ever. */
function updateState(news: Partial<SolanaWallets>): void {
  const next = { ...state, ...news }
  if (JSON.stringify(next) === JSON.stringify(state)) return
  state = next
  for (const listener of listeners) listener()
}

function createInitialState(): SolanaWallets {
  const connection = readStored()
  return {
    connection,
    isLive: false,
    announced: undefined,
    isWanted: connection?.kind === 'announced',
    error: undefined,
  }
}

function readStored(): SolanaConnection | undefined {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (!isRecord(parsed)) return undefined
    const { kind, name, address } = parsed
    if (kind === 'local') return { kind }
    return kind === 'announced' && typeof name === 'string' && isSolanaAddress(address)
      ? { kind, name, address }
      : undefined
  } catch {
    // Storage is blocked, or it is somebody else's text.
    return undefined
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
