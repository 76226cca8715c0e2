import { createHash } from 'node:crypto'

import { Keypair } from '@solana/web3.js'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'

/** Roles on the local Solana chain. */
export type SolanaRole = keyof typeof devnetSolana.roles

/** Mints with fixed addresses on that chain. */
export type SolanaMint = keyof typeof devnetSolana.mints

/** Authority of its escrow program, and the key of the program's address. */
export type SolanaProgramKey = 'authority' | 'program'

/**
 * Derives the published key of a role, a mint or the escrow program of the local Solana chain. Its
 * Ed25519 seed is `sha256("estuary devnet solana <name>")`; it is worthless elsewhere, because a
 * service off the devnet refuses to start with it.
 *
 * - `faucet` holds the coins of `requestAirdrop`,
 * - `deployer` owns programs and mints,
 * - `executor` pays fees and rent; the others are as on EVM chains,
 * - `authority` may replace the attestors, `program` is the escrow program's address.
 */
export function deriveSolanaKey(name: SolanaRole | SolanaMint | SolanaProgramKey): Keypair {
  return Keypair.fromSeed(deriveSolanaHash(name))
}

/** Derives 32 bytes from a name of the local Solana chain. */
export function deriveSolanaHash(name: string): Uint8Array {
  return createHash('sha256').update(`estuary devnet solana ${name}`).digest()
}
