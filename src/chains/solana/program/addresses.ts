import { PublicKey } from '@solana/web3.js'
import { sha256 } from '@noble/hashes/sha2.js'

import { createBoundedCache } from '#protocol/ids/boundedCache.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { hashSolanaOrder, nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { addressToBytes, encodeHex, decodeHex, joinBytes } from './bytes.ts'

/**
 * Returns the reference address that makes a transfer unique. It is derived from the quote and the
 * transfer's index, and nobody holds its key. Source: ours.
 */
export function getOperationReference(quoteId: Hash, index: number): SolanaAddress {
  const name = new TextEncoder().encode(`estuary reference ${index} `)
  return encodeBase58(sha256(joinBytes([name, decodeHex(quoteId)])))
}

/** Programs of every Solana cluster. */
export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associatedToken: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  computeBudget: 'ComputeBudget111111111111111111111111111111',
  upgradeableLoader: 'BPFLoaderUpgradeab1e11111111111111111111111',
} as const satisfies Record<string, SolanaAddress>

const text = new TextEncoder()

/** Address of an order's account of the escrow program. */
export function getOrderAddress(order: SolanaOrder, program: SolanaAddress): SolanaAddress {
  return getOrderAddressByHash(hashSolanaOrder(order, program), program)
}

/** Address of the order account for an order hash. */
export function getOrderAddressByHash(orderHash: Hash, program: SolanaAddress): SolanaAddress {
  return deriveAddress(['order', decodeHex(orderHash)], program)
}

/** Address of the token account that holds an order's deposit; native orders have none. */
export function getVaultAddress(order: SolanaAddress, program: SolanaAddress): SolanaAddress {
  return deriveAddress(['vault', addressToBytes(order)], program)
}

/** Address of the record of what a solver did with a fill id. */
export function getFillAddress(
  { solver, fillId }: { solver: SolanaAddress; fillId: Hash },
  program: SolanaAddress,
): SolanaAddress {
  return deriveAddress(['fill', addressToBytes(solver), decodeHex(fillId)], program)
}

/** Address of the escrow program's attestor set. */
export function getSignersAddress(program: SolanaAddress): SolanaAddress {
  return deriveAddress(['signers'], program)
}

/** Address of the loader's account with a program's code and upgrade authority. */
export function getProgramDataAddress(program: SolanaAddress): SolanaAddress {
  return deriveAddress([addressToBytes(program)], programs.upgradeableLoader)
}

/** A wallet's canonical account of a token. Source: the associated token account program. */
export function getAssociatedTokenAddress(
  owner: SolanaAddress,
  { mint, tokenProgram }: { mint: SolanaAddress; tokenProgram: SolanaAddress },
): SolanaAddress {
  const seeds = [owner, tokenProgram, mint].map((address) => addressToBytes(address))
  return deriveAddress(seeds, programs.associatedToken)
}

/** Whether a mint stands for SOL itself. */
export function isNativeMint(mint: SolanaAddress): boolean {
  return mint === nativeMint
}

/**
 * Derives a program address from seeds. No key can sign for it. Source: Solana,
 * `Pubkey::find_program_address`.
 */
export function deriveAddress(
  seeds: readonly (string | Uint8Array)[],
  program: SolanaAddress,
): SolanaAddress {
  const parts = seeds.map((seed) => (typeof seed === 'string' ? text.encode(seed) : seed))
  const key = encodeHex(joinBytes([...parts, addressToBytes(program)]))
  return derived.get(key, () =>
    PublicKey.findProgramAddressSync(parts, new PublicKey(program))[0].toBase58(),
  )
}

/** The same few addresses are derived over and over, each at the cost of a curve operation. */
const derived = createBoundedCache<SolanaAddress>(4_096)

/**
 * Whether a key can sign for an address: it is on the curve and not the System program, which is on
 * it by chance. Funds sent to any other address are lost or belong to a program.
 */
export function isWallet(address: SolanaAddress): boolean {
  return address !== programs.system && PublicKey.isOnCurve(addressToBytes(address))
}
