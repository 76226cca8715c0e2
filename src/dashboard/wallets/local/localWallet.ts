import { z } from 'zod/mini'
import { create } from 'zustand'

import type { Network } from '#networks/network.ts'
import { EvmAddress, SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { persisted } from '../../persisted.ts'
import { SigningError } from '../errors/signingError.ts'
import type { LocalKeys } from './localKeys.ts'

/**
 * The wallet in this browser, for test funds: its phrase is kept as plain text, so it exists only
 * where the network's tokens have no value ({@link Network}'s `isDevnet`).
 */
const Stored = z.object({
  phrase: z.string(),
  /** Of all keys in use, in derivation order. */
  addresses: z.tuple([EvmAddress], EvmAddress),
  solanaAddress: SolanaAddress,
})
type Stored = z.output<typeof Stored>

/** The accounts of the local wallet. */
export type LocalWallet = Omit<Stored, 'phrase'>

/** Maximum number of accounts in one quote. Source: specification section 8. */
const maxKeys = 10

const kept = persisted('estuary.wallet', Stored, undefined)
const useStore = create<{ wallet: Stored | undefined }>(() => ({ wallet: undefined }))
let opened: { phrase: string; keys: LocalKeys } | undefined

/** The local wallet; undefined without one, and always where tokens have value. */
export function getLocalWallet(): LocalWallet | undefined {
  return useStore.getState().wallet
}

/** {@link getLocalWallet}, kept up to date. */
export function useLocalWallet(): LocalWallet | undefined {
  return useStore(({ wallet }) => wallet)
}

/** Calls `listener` after each change. @returns Stops it. */
export function watchLocalWallet(listener: () => void): () => void {
  return useStore.subscribe(listener)
}

/**
 * Reads the wallet of earlier visits. Where tokens have value nothing is read, nor removed. One that
 * earlier versions encrypted held test funds and is forgotten.
 */
export function loadLocalWallet(network: Network): void {
  const wallet = network.isDevnet ? kept.get() : undefined
  if (network.isDevnet && !wallet) kept.set(undefined)
  useStore.setState({ wallet })
}

/**
 * Creates a wallet from a new phrase, or from the one given.
 *
 * @throws Error where tokens have value, and when `phrase` is not a recovery phrase.
 */
export async function createLocalWallet(network: Network, phrase?: string): Promise<EvmAddress> {
  if (!network.isDevnet)
    throw new Error(
      translate('The tokens of {network} have value, so it has no local wallet.', {
        network: network.name,
      }),
    )
  const { deriveKeys, generatePhrase, normalizePhrase } = await import('./localKeys.ts')
  const words = phrase === undefined ? generatePhrase() : normalizePhrase(phrase)
  const { accountAt, solana } = await deriveKeys(words)
  const { address } = accountAt(0)
  save({ phrase: words, addresses: [address], solanaAddress: solana.address })
  return address
}

/**
 * Adds the phrase's next key.
 *
 * @returns The address of the new key.
 * @throws Error without a wallet, or when 10 keys are in use.
 */
export async function addLocalKey(): Promise<EvmAddress> {
  const wallet = requireWallet()
  const { addresses } = wallet
  if (addresses.length >= maxKeys)
    throw new Error(translate('{count} keys are already in use.', { count: maxKeys }))
  const { accountAt } = await openLocalKeys()
  const { address } = accountAt(addresses.length)
  save({ ...wallet, addresses: [...addresses, address] })
  return address
}

/** Deletes the wallet from this browser. Without the phrase nobody gets it back. */
export function forgetLocalWallet(): void {
  opened = undefined
  kept.set(undefined)
  useStore.setState({ wallet: undefined })
}

/** Returns the phrase, to write down. @throws SigningError `ABSENT` without a wallet. */
export function getLocalPhrase(): string {
  return requireWallet().phrase
}

/**
 * Returns what signs; only for the signing step, which hands over what the review showed.
 *
 * @throws SigningError `ABSENT` without a wallet.
 */
export async function openLocalKeys(): Promise<LocalKeys> {
  const { phrase } = requireWallet()
  if (opened?.phrase === phrase) return opened.keys
  const { deriveKeys } = await import('./localKeys.ts')
  const keys = await deriveKeys(phrase)
  opened = { phrase, keys }
  return keys
}

function requireWallet(): Stored {
  const { wallet } = useStore.getState()
  if (wallet) return wallet
  throw new SigningError('ABSENT', translate('There is no local wallet.'))
}

function save(wallet: Stored): void {
  kept.keep(wallet)
  useStore.setState({ wallet })
}
