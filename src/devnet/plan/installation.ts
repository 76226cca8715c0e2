import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod/mini'

import { Hash } from '#protocol/ids/hex.ts'
import { isPublishedAddress } from '#protocol/accounts/publishedKeys.ts'
import { devnetKeys, type LocalKeys } from './keys.ts'
import {
  getLocalSolanaAddresses,
  areLocalSolanaKeys,
  generateSolanaKeys,
  type LocalSolanaKeys,
} from '../solana/plan/localSolanaKeys.ts'

/** Secrets generated once for an installation. Whoever has them owns everything on its chains. */
export type Installation = {
  keys: LocalKeys
  /** Base58 of its Solana keys with their public halves, where it has a Solana cluster. */
  solanaKeys?: LocalSolanaKeys
  /** Ed25519 seed of the key that signs quotes. */
  quoteKey: Hash
  /** CREATE2 salt that makes its contracts' addresses unique to it. */
  salt: Hash
  /** Sent by clients as `x-api-key`. */
  apiKey: string
}

/** What the file holds: keys of both ecosystems. */
const GeneratedInstallation = z.object({
  keys: z.custom<LocalKeys>(areKeys),
  solanaKeys: z.custom<LocalSolanaKeys>(areLocalSolanaKeys),
  quoteKey: Hash,
  salt: Hash,
  apiKey: z.string().check(z.minLength(1)),
})
type GeneratedInstallation = z.output<typeof GeneratedInstallation>

/** File mode bits that give access to others than the owner. */
const othersBits = 0o077

/**
 * Returns the secrets of an installation, generated on the first call and kept in a file that only
 * its owner may read. Source: security rule 11.
 *
 * @throws Error in one sentence when the file is damaged, readable by others, or holds a published
 *   key or one key twice.
 */
export function openInstallation(file: string): GeneratedInstallation {
  const text = readText(file)
  if (text === undefined) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    return saveInstallation(file, { ...generateInstallation(), solanaKeys: generateSolanaKeys() })
  }
  const others = process.platform === 'win32' ? 0 : statSync(file).mode & othersBits
  if (others !== 0)
    throw new Error(`The keys in ${file} can be read by others; allow it to yourself only (0600).`)
  const { data: installation } = GeneratedInstallation.safeParse(parseJson(text))
  if (!installation)
    throw new Error(`The keys in ${file} cannot be read; "npm run reset" forgets them.`)
  checkSecrecy(installation, file)
  return installation
}

/** Writes the file atomically. */
function saveInstallation(file: string, secrets: GeneratedInstallation): GeneratedInstallation {
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(unfinished, file)
  return secrets
}

/** Names of all roles that have a key. */
const roleNames = Object.keys(devnetKeys)

function generateInstallation(): Installation {
  const keys: Record<string, Hash> = {}
  for (const role of roleNames) keys[role] = generateHash()
  if (!areKeys(keys)) throw new Error('A role has no key.')
  const apiKey = randomBytes(24).toString('base64url')
  return { keys, quoteKey: generateHash(), salt: generateHash(), apiKey }
}

/** 32 random bytes; not being a valid curve key has a chance of 2^-128. */
function generateHash(): Hash {
  return `0x${randomBytes(32).toString('hex')}`
}

function areKeys(value: unknown): value is LocalKeys {
  const keys: Readonly<Record<string, unknown>> = Object(value)
  return roleNames.every((role) => Hash.safeParse(keys[role]).success)
}

/** A file edited by hand may hold keys that were not generated. */
function checkSecrecy({ keys, quoteKey, solanaKeys }: GeneratedInstallation, file: string): void {
  checkSolanaSecrecy(solanaKeys, file)
  const seen = new Map<string, string>([[quoteKey.toLowerCase(), 'quote']])
  for (const [role, key] of Object.entries(keys)) {
    if (isPublishedAddress(privateKeyToAddress(key)))
      throw new Error(`The key of the ${role} in ${file} is published; it is refused here.`)
    const other = seen.get(key.toLowerCase())
    if (other !== undefined)
      throw new Error(`The ${role} and the ${other} have the same key in ${file}.`)
    seen.set(key.toLowerCase(), role)
  }
}

function checkSolanaSecrecy(keys: LocalSolanaKeys, file: string): void {
  const seen = new Map<string, string>()
  for (const [role, address] of getLocalSolanaAddresses(keys)) {
    if (isPublishedAddress(address))
      throw new Error(`The Solana key of the ${role} in ${file} is published; it is refused here.`)
    const other = seen.get(address)
    if (other !== undefined)
      throw new Error(`The ${role} and the ${other} have the same Solana key in ${file}.`)
    seen.set(address, role)
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Unparsable text holds no keys; the caller reports it.
    return undefined
  }
}
