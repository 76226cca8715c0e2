import { useSyncExternalStore } from 'react'

import type { Network } from '#networks/network.ts'
import { type EvmAddress, isSameAddress, type SolanaAddress } from '#protocol/ids/caip.ts'
import { isEvmAddress } from '../requests/isEvmAddress.ts'
import type { LocalSigner, LocalSigners } from './localSigner.ts'
import { providerCode, ProviderError } from '../requests/providerError.ts'
import { isSolanaAddress } from '../requests/isSolanaAddress.ts'
import type { LocalSolanaSigner } from './localSolanaSigner.ts'
import type { Vault } from './vault.ts'

/** The wallet inside this app, as far as it can be told without opening it. */
export type LocalWallet = {
  status: 'absent' | 'locked' | 'unlocked'
  /** Of the first key; undefined without a wallet. */
  address: EvmAddress | undefined
  /** Of all keys of the phrase that are in use, in their order. */
  addresses: readonly EvmAddress[]
  /** Of its one Solana key; of a wallet made before these were known, once it was opened. */
  solanaAddress: SolanaAddress | undefined
  /** How the phrase is kept; absent without a wallet. */
  kind: Vault['kind'] | undefined
  /** Something waits for the wallet to be opened: the app asks for the passphrase. */
  isUnlockAsked: boolean
}

/** `others`: the further keys of the phrase, from number 1 on. */
type Stored = {
  address: EvmAddress
  others?: readonly EvmAddress[]
  solana?: SolanaAddress | undefined
  vault: Vault
}

/** More accounts than this are drawn from together by nobody. Source: specification section 8. */
const maxKeys = 10

const key = 'estuary.wallet'
const listeners = new Set<() => void>()
let stored = read()
let signers: LocalSigners | undefined
let waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
let current = toLocalWallet()

/** The local wallet as it is now. */
export function getLocalWallet(): LocalWallet {
  return current
}

/** The local wallet, and again whenever it changes. */
export function useLocalWallet(): LocalWallet {
  return useSyncExternalStore(watchLocalWallet, getLocalWallet)
}

/** Calls `listener` after each change. @returns A function that stops it. */
export function watchLocalWallet(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Makes a wallet from a new phrase, or from `phrase`, seals it with a passphrase and unlocks it.
 *
 * @throws Error when `phrase` is no recovery phrase, or the passphrase too easy to guess.
 */
export async function createLocalWallet(options: {
  passphrase: string
  phrase?: string
}): Promise<EvmAddress> {
  const { passphrase } = options
  const { findPassphraseError: passphraseFault } = await import('./passphrase.ts')
  const fault = passphraseFault(passphrase)
  if (fault !== undefined) throw new Error(fault)
  const { sealWithPassphrase } = await import('./vault.ts')
  return createWallet(options.phrase, (phrase) => sealWithPassphrase(phrase, { passphrase }))
}

/**
 * Makes a wallet for play money: sealed by this browser's own key, without a passphrase.
 *
 * @throws Error on a network whose money is real.
 */
export async function createPlayWallet(network: Network): Promise<EvmAddress> {
  if (!network.isDevnet)
    throw new Error(`On ${network.name} a wallet in this browser needs a passphrase.`)
  const { getDeviceKey: deviceKey } = await import('./getDeviceKey.ts')
  const { sealWithKey } = await import('./vault.ts')
  return createWallet(undefined, async (phrase) => sealWithKey(phrase, await deviceKey()))
}

async function createWallet(
  given: string | undefined,
  seal: (phrase: string) => Promise<Vault>,
): Promise<EvmAddress> {
  const { generatePhrase: newPhrase, normalizePhrase } = await import('./phrase.ts')
  const { createLocalSigners } = await import('./localSigner.ts')
  const phrase = normalizePhrase(given ?? newPhrase())
  const made = await createLocalSigners(phrase)
  const { address } = made.evmAt(0)
  save({ address, solana: made.solana.address, vault: await seal(phrase) })
  signers = made
  notify()
  return address
}

/**
 * Takes the phrase's next key into use, after asking for the passphrase where the wallet is locked.
 *
 * @throws ProviderError 4001 when the person declines to unlock; Error without a wallet, or with
 *   10 keys in use already.
 */
export async function addLocalKey(): Promise<EvmAddress> {
  const open = await openSigners()
  if (!stored || !open) throw new Error('There is no open wallet in this browser.')
  const { addresses } = toLocalWallet()
  if (addresses.length >= maxKeys) throw new Error(`${maxKeys} keys are in use already.`)
  const { address } = open.evmAt(addresses.length)
  save({ ...stored, others: [...addresses.slice(1), address] })
  notify()
  return address
}

function save(next: Stored): void {
  stored = next
  localStorage.setItem(key, JSON.stringify(next))
}

/** Opens the wallet. @throws VaultClosedError when the passphrase is wrong. */
export async function unlockLocalWallet(passphrase?: string): Promise<void> {
  const { createLocalSigners } = await import('./localSigner.ts')
  signers = await createLocalSigners(await exportLocalPhrase(passphrase))
  const solana = signers.solana.address
  if (stored && stored.solana !== solana) save({ ...stored, solana })
  for (const { resolve } of waiting) resolve()
  waiting = []
  notify()
}

/** The person closed the question for the passphrase: what waited is told they declined. */
export function declineUnlock(): void {
  const error = new ProviderError(providerCode.rejected, 'The wallet stayed locked.')
  for (const { reject } of waiting) reject(error)
  waiting = []
  notify()
}

/** Drops the key from memory; the address stays known. */
export function lockLocalWallet(): void {
  signers = undefined
  notify()
}

/** Deletes the wallet from this browser. Without the phrase nobody gets it back. */
export async function forgetLocalWallet(): Promise<void> {
  const wasDevice = stored?.vault.kind === 'device'
  stored = undefined
  signers = undefined
  localStorage.removeItem(key)
  declineUnlock()
  if (wasDevice) {
    const { forgetDeviceKey } = await import('./getDeviceKey.ts')
    await forgetDeviceKey()
  }
}

/** The phrase itself, to write down. @throws VaultClosedError when the passphrase is wrong. */
export async function exportLocalPhrase(passphrase?: string): Promise<string> {
  if (!stored) throw new Error('There is no wallet in this browser.')
  const { openVault } = await import('./vault.ts')
  if (stored.vault.kind === 'passphrase')
    return openVault(stored.vault, { passphrase: passphrase ?? '' })
  const { getDeviceKey: deviceKey } = await import('./getDeviceKey.ts')
  return openVault(stored.vault, { key: await deviceKey() })
}

/**
 * One of the keys for signing, for the provider alone. A wallet under a device key opens itself, for play
 * money only; one under a passphrase asks the person and waits.
 *
 * @throws ProviderError 4100 without a wallet, or with one that has no passphrase where money is
 *   real; 4001 when the person declines.
 */
export async function getProviderSigner(where: {
  address: EvmAddress
  isPlayMoney: boolean
}): Promise<LocalSigner> {
  const open = await openForSigning(where)
  const index = toLocalWallet().addresses.findIndex((one) => isSameAddress(one, where.address))
  if (index < 0) throw createLockedError()
  return open.evmAt(index)
}

/**
 * The Solana key for signing, as {@link getProviderSigner} gives the EVM ones.
 *
 * @throws ProviderError as there.
 */
export async function getProviderSolanaSigner(where: {
  isPlayMoney: boolean
}): Promise<LocalSolanaSigner> {
  return (await openForSigning(where)).solana
}

/**
 * The address of the Solana key, opening a wallet that was made before these were known.
 *
 * @throws ProviderError 4100 without a wallet, 4001 when the person declines to unlock.
 */
export async function getLocalSolanaAddress(): Promise<SolanaAddress> {
  if (!stored) throw new ProviderError(providerCode.unauthorized, 'There is no local wallet.')
  if (stored.solana !== undefined) return stored.solana
  const open = await openSigners()
  if (!open) throw createLockedError()
  return open.solana.address
}

async function openForSigning(where: { isPlayMoney: boolean }): Promise<LocalSigners> {
  if (!stored) throw new ProviderError(providerCode.unauthorized, 'There is no local wallet.')
  if (stored.vault.kind === 'device' && !where.isPlayMoney)
    throw new ProviderError(
      providerCode.unauthorized,
      'This wallet has no passphrase, so it is for play money only. Write its phrase down, forget it and use the phrase with a passphrase.',
    )
  const open = await openSigners()
  if (!open) throw createLockedError()
  return open
}

function createLockedError(): ProviderError {
  return new ProviderError(providerCode.unauthorized, 'The wallet is locked.')
}

/** The signers, opened by the browser's own key or by the person; undefined when it stays locked. */
async function openSigners(): Promise<LocalSigners | undefined> {
  if (!signers && stored?.vault.kind === 'device') await unlockLocalWallet()
  if (!signers) await requestUnlock()
  return signers
}

/** Asks the person for the passphrase. @throws ProviderError 4001 when they decline. */
export async function requestUnlock(): Promise<void> {
  if (current.status === 'locked')
    await new Promise<void>((resolve, reject) => ask({ resolve, reject }))
}

function ask(who: { resolve: () => void; reject: (error: Error) => void }): void {
  waiting.push(who)
  notify()
}

function notify(): void {
  current = toLocalWallet()
  for (const listener of listeners) listener()
}

function toLocalWallet(): LocalWallet {
  return {
    status: !stored ? 'absent' : signers || stored.vault.kind === 'device' ? 'unlocked' : 'locked',
    address: stored?.address,
    addresses: stored ? [stored.address, ...(stored.others ?? [])] : [],
    solanaAddress: stored?.solana,
    kind: stored?.vault.kind,
    isUnlockAsked: waiting.length > 0,
  }
}

function read(): Stored | undefined {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isStored(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false
  if (!('address' in value) || !('vault' in value)) return false
  const { address, vault } = value
  const others: unknown = 'others' in value ? value.others : []
  const solana: unknown = 'solana' in value ? value.solana : undefined
  if (!isEvmAddress(address) || !Array.isArray(others) || !others.every(isEvmAddress)) return false
  if (solana !== undefined && !isSolanaAddress(solana)) return false
  return typeof vault === 'object' && vault !== null && 'sealed' in vault && 'kind' in vault
}
