import { ed25519 } from '@noble/curves/ed25519.js'
import type { SolanaSignTransactionFeature } from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
  StandardEventsListeners,
} from '@wallet-standard/features'

import {
  decodeMessage,
  decodeTransaction,
  encodeMessage,
  encodeTransaction,
  type SolanaMessage,
  getSigners,
} from '#chains/solana/codec/message.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** Behaviour of a test wallet; honest by default. */
export type TestSolanaBehaviour = {
  /** Changes each message before signing it. */
  change?: (message: SolanaMessage) => SolanaMessage
  /** Signs with this key instead of the account's. */
  signer?: Uint8Array
  /** How long its user thinks before sharing an account. */
  think?: () => Promise<void>
}

/** Controls of a test's Solana wallet: what its user does in it. */
export type TestSolanaWallet = {
  wallet: Wallet
  address: () => SolanaAddress
  /** Rejects the next request. */
  decline: () => void
  /** The wallet locks, or its user disconnects the page. */
  lock: () => void
  /** Switches to another account. */
  changeAccount: (seed: Uint8Array) => void
  /** Number of signing requests so far. */
  countRequests: () => number
}

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignTransactionFeature

const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

/** Creates a Wallet Standard wallet with the key of a seed; it is not registered yet. */
export function createTestSolanaWallet(
  name: string,
  seed: Uint8Array,
  behaviour: TestSolanaBehaviour = {},
): TestSolanaWallet {
  const listeners = new Set<StandardEventsListeners['change']>()
  const state = {
    seed,
    isGranted: false,
    declines: false,
    asked: 0,
    account: toWalletAccount(seed),
  }
  function getAccounts(): readonly WalletAccount[] {
    return state.isGranted ? [state.account] : []
  }
  function notify(): void {
    for (const listener of listeners) listener({ accounts: getAccounts() })
  }
  function request(): void {
    const { declines } = state
    state.declines = false
    if (declines) throw new Error('User rejected the request.')
  }
  const features: Features = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false } = {}) {
        if (!state.isGranted && !silent) {
          request()
          await behaviour.think?.()
          state.isGranted = true
        }
        return { accounts: getAccounts() }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      async disconnect() {
        state.isGranted = false
      },
    },
    'standard:events': {
      version: '1.0.0',
      on(_event, listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction(...inputs) {
        state.asked += 1
        request()
        return inputs.map(({ transaction }) => ({
          signedTransaction: sign(transaction, { ...behaviour, seed: state.seed }),
        }))
      },
    },
  }
  return {
    wallet: {
      version: '1.0.0',
      name,
      icon,
      chains: ['solana:localnet'],
      features,
      get accounts() {
        return getAccounts()
      },
    },
    address: () => state.account.address,
    decline() {
      state.declines = true
    },
    lock() {
      state.isGranted = false
      notify()
    },
    changeAccount(next) {
      state.seed = next
      state.account = toWalletAccount(next)
      notify()
    },
    countRequests: () => state.asked,
  }
}

function toWalletAccount(seed: Uint8Array): WalletAccount {
  const publicKey = ed25519.getPublicKey(seed)
  return {
    address: encodeBase58(publicKey),
    publicKey,
    chains: ['solana:localnet'],
    features: ['solana:signTransaction'],
  }
}

function sign(
  transaction: Uint8Array,
  { seed, change, signer = seed }: TestSolanaBehaviour & { seed: Uint8Array },
): Uint8Array {
  const given = decodeTransaction(transaction)
  const read = given && decodeMessage(given.message)
  if (!given || !read) throw new Error('The wallet cannot read this transaction.')
  const message = change ? encodeMessage(change(read)) : given.message
  const address = encodeBase58(ed25519.getPublicKey(seed))
  if (!getSigners(read).includes(address)) throw new Error('This account signs nothing here.')
  return encodeTransaction(message, new Map([[address, ed25519.sign(message, signer)]]))
}
