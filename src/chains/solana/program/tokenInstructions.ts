import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { associatedTokenAddress, programs } from './addresses.ts'
import { pays, reads, type SolanaInstruction, writes } from './instruction.ts'

/** A wallet's canonical account of a token. */
export type CanonicalAccount = {
  owner: SolanaAddress
  mint: SolanaAddress
  tokenProgram: SolanaAddress
}

/** `CreateIdempotent` of the associated token account program. */
const createIdempotent = 1

/**
 * Makes a wallet's canonical account of a token, or does nothing when it is there: for in front of
 * instructions that pay to it.
 */
export function createTokenAccountInstruction(
  account: CanonicalAccount,
  { payer }: { payer: SolanaAddress },
): SolanaInstruction {
  return {
    programId: programs.associatedToken,
    accounts: [
      pays(payer),
      writes(associatedTokenAddress(account.owner, account)),
      reads(account.owner),
      reads(account.mint),
      reads(programs.system),
      reads(account.tokenProgram),
    ],
    data: Uint8Array.of(createIdempotent),
  }
}
