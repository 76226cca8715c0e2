import { translate } from '../../language/translate.ts'

/**
 * An encrypted secret (AES-256-GCM). `passphrase`: the key is derived from the user's passphrase
 * (PBKDF2-SHA-512). `device`: the key is a non-extractable CryptoKey of this browser, so anyone
 * with the browser profile can open it: for play money only.
 */
export type Vault = {
  version: 1
  kind: 'passphrase' | 'device'
  /** PBKDF2 rounds; 0 for a device key. */
  iterations: number
  salt: string
  iv: string
  sealed: string
}

/** Thrown when a vault does not open: wrong passphrase, wrong device key, or altered bytes. */
export class VaultClosedError extends Error {
  override readonly name = 'VaultClosedError'
}

/** OWASP recommends 210,000 for PBKDF2-HMAC-SHA-512; a wallet can afford more. */
const defaultIterations = 600_000

/** Encrypts a secret with a passphrase; takes about half a second, on purpose. */
export async function sealWithPassphrase(
  secret: string,
  options: { passphrase: string; iterations?: number },
): Promise<Vault> {
  const { passphrase, iterations = defaultIterations } = options
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const key = await derivePassphraseKey(passphrase, { salt, iterations })
  return { ...(await seal(secret, { key, kind: 'passphrase' })), iterations, salt: toText(salt) }
}

/** Encrypts a secret with this browser's device key. */
export async function sealWithKey(secret: string, key: CryptoKey): Promise<Vault> {
  return { ...(await seal(secret, { key, kind: 'device' })), iterations: 0, salt: '' }
}

/**
 * Decrypts a vault.
 *
 * @throws VaultClosedError when the passphrase or key is not the one it was encrypted with.
 */
export async function openVault(
  vault: Vault,
  opener: { passphrase: string } | { key: CryptoKey },
): Promise<string> {
  const key =
    'key' in opener
      ? opener.key
      : await derivePassphraseKey(opener.passphrase, {
          salt: fromText(vault.salt),
          iterations: vault.iterations,
        })
  try {
    const opened = await crypto.subtle.decrypt(
      {
        name: 'AES-GCM',
        iv: fromText(vault.iv),
        additionalData: buildLabel(vault.kind),
      },
      key,
      fromText(vault.sealed),
    )
    return new TextDecoder().decode(opened)
  } catch (cause) {
    const message =
      vault.kind === 'device'
        ? translate(
            'This browser no longer has the key of this wallet. Forget the wallet, then restore it from its phrase or make a new one.',
          )
        : translate('This passphrase doesn’t unlock the wallet.')
    throw new VaultClosedError(message, { cause })
  }
}

async function seal(secret: string, how: { key: CryptoKey; kind: Vault['kind'] }) {
  const { key, kind } = how
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: buildLabel(kind) },
    key,
    new TextEncoder().encode(secret),
  )
  return { version: 1, kind, iv: toText(iv), sealed: toText(new Uint8Array(sealed)) } as const
}

async function derivePassphraseKey(
  passphrase: string,
  how: { salt: Uint8Array<ArrayBuffer>; iterations: number },
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-512', ...how },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

/** Additional authenticated data: version and kind cannot be swapped. */
function buildLabel(kind: Vault['kind']): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`estuary/vault/1/${kind}`)
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
