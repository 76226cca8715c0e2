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

/** How a test wallet misbehaves; by default it does not. */
export type TestSolanaBehaviour = {
  /** Changes each message before it is signed. */
  change?: (message: SolanaMessage) => SolanaMessage
  /** Signs with another key than the account's. */
  signer?: Uint8Array
}

/** A Solana wallet, with the user's actions in it. */
export type TestSolanaWallet = {
  wallet: Wallet
  address: () => SolanaAddress
  /** Declines the next request. */
  decline: () => void
  /** Locks the wallet, or disconnects the page in it. */
  lock: () => void
  /** Selects another account. */
  changeAccount: (seed: Uint8Array) => void
  /** Number of signature requests so far. */
  asked: () => number
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
  function accounts(): readonly WalletAccount[] {
    return state.isGranted ? [state.account] : []
  }
  function tell(): void {
    for (const listener of listeners) listener({ accounts: accounts() })
  }
  function ask(): void {
    const { declines } = state
    state.declines = false
    if (declines) throw new Error('User rejected the request.')
  }
  const features: Features = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false } = {}) {
        if (!state.isGranted && !silent) {
          ask()
          state.isGranted = true
        }
        return { accounts: accounts() }
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
        ask()
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
        return accounts()
      },
    },
    address: () => state.account.address,
    decline() {
      state.declines = true
    },
    lock() {
      state.isGranted = false
      tell()
    },
    changeAccount(next) {
      state.seed = next
      state.account = toWalletAccount(next)
      tell()
    },
    asked: () => state.asked,
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
