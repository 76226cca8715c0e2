import { create } from 'zustand'

import type { Network } from '#networks/network.ts'
import { type EvmAddress, isSameAddress, type SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { isEvmAddress } from '../requests/isEvmAddress.ts'
import type { LocalSigner, LocalSigners } from './localSigner.ts'
import { providerCode, ProviderError } from '../requests/providerError.ts'
import { keepText, localStore } from '../../browserStores.ts'
import { readJson } from '../../storedJson.ts'
import { isSolanaAddress } from '../requests/isSolanaAddress.ts'
import type { LocalSolanaSigner } from './localSolanaSigner.ts'
import type { Vault } from './vault.ts'

/** The state of the wallet inside this app, as far as it is known without unlocking it. */
export type LocalWallet = {
  status: 'absent' | 'locked' | 'unlocked'
  /** Address of the first key; undefined without a wallet. */
  address: EvmAddress | undefined
  /** Addresses of all keys in use, in derivation order. */
  addresses: readonly EvmAddress[]
  /** Address of the Solana key; in older wallets it is unknown until they are unlocked once. */
  solanaAddress: SolanaAddress | undefined
  /** How the phrase is encrypted; undefined without a wallet. */
  kind: Vault['kind'] | undefined
  /** Whether a request waits for the wallet to be unlocked; the app then shows its dialog. */
  isUnlockAsked: boolean
}

/** `others`: addresses of further keys of the phrase, from index 1 on. */
type Stored = {
  address: EvmAddress
  others?: readonly EvmAddress[]
  solana?: SolanaAddress | undefined
  vault: Vault
}

/** Maximum number of accounts in one quote. Source: specification section 8. */
const maxKeys = 10

const key = 'estuary.wallet'
let stored = read()
/** Holds keys, so it never enters the store, which scripts can reach through React. */
let signers: LocalSigners | undefined
let waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
const useStore = create<LocalWallet>(toLocalWallet)

/** The state of the local wallet. */
export function getLocalWallet(): LocalWallet {
  return useStore.getState()
}

/** {@link getLocalWallet}, kept up to date. */
export function useLocalWallet(): LocalWallet {
  return useStore()
}

/** Calls `listener` after each change. @returns Stops it. */
export function watchLocalWallet(listener: () => void): () => void {
  return useStore.subscribe(listener)
}

/**
 * Creates a wallet from a new phrase, or from `phrase`, encrypts and unlocks it.
 *
 * @throws Error when `phrase` is not a recovery phrase, or the passphrase is too easy to guess.
 */
export async function createLocalWallet(options: {
  passphrase: string
  phrase?: string
}): Promise<EvmAddress> {
  const { passphrase } = options
  const { findPassphraseError } = await import('./passphrase.ts')
  const error = findPassphraseError(passphrase)
  if (error !== undefined) throw new Error(error)
  const { sealWithPassphrase } = await import('./vault.ts')
  return createWallet(options.phrase, (phrase) => sealWithPassphrase(phrase, { passphrase }))
}

/**
 * Creates a wallet without a passphrase, encrypted with this browser's device key.
 *
 * @throws Error on a network whose money is real.
 */
export async function createPlayWallet(network: Network): Promise<EvmAddress> {
  if (!network.isDevnet)
    throw new Error(
      translate('On {network}, a local wallet needs a passphrase.', {
        network: network.name,
      }),
    )
  const { getDeviceKey } = await import('./getDeviceKey.ts')
  const { sealWithKey } = await import('./vault.ts')
  return createWallet(undefined, async (phrase) => sealWithKey(phrase, await getDeviceKey()))
}

async function createWallet(
  given: string | undefined,
  seal: (phrase: string) => Promise<Vault>,
): Promise<EvmAddress> {
  const { generatePhrase, normalizePhrase } = await import('./phrase.ts')
  const { createLocalSigners } = await import('./localSigner.ts')
  const phrase = normalizePhrase(given ?? generatePhrase())
  const made = await createLocalSigners(phrase)
  const { address } = made.evmAt(0)
  save({ address, solana: made.solana.address, vault: await seal(phrase) })
  signers = made
  notify()
  return address
}

/**
 * Adds the phrase's next key, unlocking the wallet first where needed.
 *
 * @returns The address of the new key.
 * @throws ProviderError 4001 when the user declines to unlock; Error without a wallet, or when 10
 *   keys are in use.
 */
export async function addLocalKey(): Promise<EvmAddress> {
  const open = await openSigners()
  if (!stored || !open) throw new Error(translate('There is no local wallet.'))
  const { addresses } = toLocalWallet()
  if (addresses.length >= maxKeys)
    throw new Error(translate('{count} keys are already in use.', { count: maxKeys }))
  const { address } = open.evmAt(addresses.length)
  save({ ...stored, others: [...addresses.slice(1), address] })
  notify()
  return address
}

function save(next: Stored): void {
  keepText(key, JSON.stringify(next))
  stored = next
}

/** Unlocks the wallet. @throws VaultClosedError when the passphrase is wrong. */
export async function unlockLocalWallet(passphrase?: string): Promise<void> {
  const { createLocalSigners } = await import('./localSigner.ts')
  signers = await createLocalSigners(await exportLocalPhrase(passphrase))
  const solana = signers.solana.address
  if (stored && stored.solana !== solana) save({ ...stored, solana })
  for (const { resolve } of waiting) resolve()
  waiting = []
  notify()
}

/** Rejects what waits for the passphrase; called when the user closes the dialog. */
export function declineUnlock(): void {
  const error = new ProviderError(providerCode.rejected, translate('The wallet stayed locked.'))
  for (const { reject } of waiting) reject(error)
  waiting = []
  notify()
}

/** Removes the keys from memory; the addresses stay known. */
export function lockLocalWallet(): void {
  signers = undefined
  notify()
}

/** Deletes the wallet from this browser. Without the phrase nobody gets it back. */
export async function forgetLocalWallet(): Promise<void> {
  const wasDevice = stored?.vault.kind === 'device'
  stored = undefined
  signers = undefined
  localStore.removeItem(key)
  declineUnlock()
  if (wasDevice) {
    const { forgetDeviceKey } = await import('./getDeviceKey.ts')
    await forgetDeviceKey()
  }
}

/** Returns the phrase, to write down. @throws VaultClosedError when the passphrase is wrong. */
export async function exportLocalPhrase(passphrase?: string): Promise<string> {
  if (!stored) throw new Error(translate('There is no local wallet.'))
  const { openVault } = await import('./vault.ts')
  if (stored.vault.kind === 'passphrase')
    return openVault(stored.vault, { passphrase: passphrase ?? '' })
  const { getDeviceKey } = await import('./getDeviceKey.ts')
  return openVault(stored.vault, { key: await getDeviceKey() })
}

/**
 * Returns the signer of one EVM key; for the provider only. A wallet without a passphrase is
 * unlocked without asking, for play money only; one with a passphrase waits for the user.
 *
 * @throws ProviderError 4100 without a wallet, or without a passphrase where money is real; 4001
 *   when the user declines.
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

/** Returns the signer of the Solana key. @throws ProviderError as {@link getProviderSigner}. */
export async function getProviderSolanaSigner(where: {
  isPlayMoney: boolean
}): Promise<LocalSolanaSigner> {
  return (await openForSigning(where)).solana
}

/**
 * Returns the address of the Solana key. Wallets that do not store it yet are unlocked for it.
 *
 * @throws ProviderError 4100 without a wallet, 4001 when the user declines to unlock.
 */
export async function getLocalSolanaAddress(): Promise<SolanaAddress> {
  if (!stored)
    throw new ProviderError(providerCode.unauthorized, translate('There is no local wallet.'))
  if (stored.solana !== undefined) return stored.solana
  const open = await openSigners()
  if (!open) throw createLockedError()
  return open.solana.address
}

async function openForSigning(where: { isPlayMoney: boolean }): Promise<LocalSigners> {
  if (!stored)
    throw new ProviderError(providerCode.unauthorized, translate('There is no local wallet.'))
  if (stored.vault.kind === 'device' && !where.isPlayMoney)
    throw new ProviderError(
      providerCode.unauthorized,
      translate(
        'This wallet has no passphrase, so it’s for test funds only. Write down its recovery phrase, forget the wallet, then restore it with a passphrase.',
      ),
    )
  const open = await openSigners()
  if (!open) throw createLockedError()
  return open
}

function createLockedError(): ProviderError {
  return new ProviderError(providerCode.unauthorized, translate('The wallet is locked.'))
}

/** Unlocks with the device key, or asks the user; undefined when the wallet stays locked. */
async function openSigners(): Promise<LocalSigners | undefined> {
  if (!signers && stored?.vault.kind === 'device') await unlockLocalWallet()
  if (!signers) await requestUnlock()
  return signers
}

/** Asks the user for the passphrase and waits. @throws ProviderError 4001 when they decline. */
export async function requestUnlock(): Promise<void> {
  if (getLocalWallet().status === 'locked')
    await new Promise<void>((resolve, reject) => ask({ resolve, reject }))
}

function ask(who: { resolve: () => void; reject: (error: Error) => void }): void {
  waiting.push(who)
  notify()
}

function notify(): void {
  useStore.setState(toLocalWallet())
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
  const parsed = readJson(key)
  return isStored(parsed) ? parsed : undefined
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
