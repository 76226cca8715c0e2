import { createHash } from 'node:crypto'

import { Keypair } from '@solana/web3.js'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'

/** Who acts on the local Solana chain. */
export type SolanaRole = keyof typeof devnetSolana.roles

/** What stands at an address of its own there from the start. */
export type SolanaMint = keyof typeof devnetSolana.mints

/** Who rules the escrow program there, and the key of its own address. */
export type SolanaProgramKey = 'authority' | 'program'

/**
 * The published key of a role, a mint or the escrow program of the local Solana chain. Its Ed25519 seed is
 * `sha256("estuary devnet solana <name>")`; it is worthless anywhere else, because a service off the
 * devnet refuses to start with it.
 *
 * - `faucet` holds the coins that `requestAirdrop` gives away,
 * - `deployer` owns programs and mints,
 * - `executor` pays fees and rent; the others are as on EVM chains,
 * - `authority` may replace the attestors, `program` is where the escrow program stands.
 */
export function deriveSolanaKey(name: SolanaRole | SolanaMint | SolanaProgramKey): Keypair {
  return Keypair.fromSeed(deriveSolanaHash(name))
}

/** 32 bytes that belong to a name of the local Solana chain. */
export function deriveSolanaHash(name: string): Uint8Array {
  return createHash('sha256').update(`estuary devnet solana ${name}`).digest()
}
