import { Keypair } from '@solana/web3.js'

import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { reefPlan, type SolanaActor } from './solanaPlan.ts'

/** The keys of a local Solana cluster as texts: base58 of the seed with its public key behind it. */
export type LocalSolanaKeys = Readonly<Record<SolanaActor, string>>

/** Makes a key for each of those who act, and for the program. */
export function generateSolanaKeys(): LocalSolanaKeys {
  const drawn = Object.fromEntries(
    actors.map((actor) => [actor, encodeBase58(Keypair.generate().secretKey)]),
  )
  if (!areLocalSolanaKeys(drawn)) throw new Error('A role got no Solana key.')
  return drawn
}

/** Whether a value holds a whole key for each of them. */
export function areLocalSolanaKeys(value: unknown): value is LocalSolanaKeys {
  const keys: Readonly<Record<string, unknown>> = Object(value)
  return actors.every((actor) => toAddress(keys[actor]) !== undefined)
}

/** Who has which address. */
export function getLocalSolanaAddresses(
  keys: LocalSolanaKeys,
): (readonly [actor: string, address: SolanaAddress])[] {
  return Object.entries(keys).map(([actor, text]) => [actor, toAddress(text) ?? ''] as const)
}

/** Whoever acts on a cluster, by name. */
const actors = Object.keys(reefPlan.keys)

function toAddress(text: unknown): SolanaAddress | undefined {
  if (typeof text !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return undefined
  try {
    return Keypair.fromSecretKey(decodeBase58(text)).publicKey.toBase58()
  } catch {
    // Its halves do not belong together, or it is too short.
    return undefined
  }
}
