import { Keypair } from '@solana/web3.js'

import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { reefPlan, type SolanaActor } from './solanaPlan.ts'

/** Keys of a local Solana cluster: base58 of the seed followed by its public key. */
export type LocalSolanaKeys = Readonly<Record<SolanaActor, string>>

/** Generates a key for each role, and for the program. */
export function generateSolanaKeys(): LocalSolanaKeys {
  const keys = Object.fromEntries(
    actors.map((actor) => [actor, encodeBase58(Keypair.generate().secretKey)]),
  )
  if (!areLocalSolanaKeys(keys)) throw new Error('A role has no Solana key.')
  return keys
}

/** Whether a value holds a complete key for each role. */
export function areLocalSolanaKeys(value: unknown): value is LocalSolanaKeys {
  const keys: Readonly<Record<string, unknown>> = Object(value)
  return actors.every((actor) => toAddress(keys[actor]) !== undefined)
}

/** The address of each role. */
export function getLocalSolanaAddresses(
  keys: LocalSolanaKeys,
): (readonly [actor: string, address: SolanaAddress])[] {
  return Object.entries(keys).map(([actor, text]) => [actor, toAddress(text) ?? ''] as const)
}

/** Names of all roles on a cluster. */
const actors = Object.keys(reefPlan.keys)

function toAddress(text: unknown): SolanaAddress | undefined {
  if (typeof text !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return undefined
  try {
    return Keypair.fromSecretKey(decodeBase58(text)).publicKey.toBase58()
  } catch {
    // Seed and public key do not match, or it is too short.
    return undefined
  }
}
