import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { getAssociatedTokenAddress, programs } from './addresses.ts'
import {
  toPayerAccount,
  toReadonlyAccount,
  type SolanaInstruction,
  toWritableAccount,
} from './instruction.ts'

/** A wallet's canonical account of a token. */
export type CanonicalAccount = {
  owner: SolanaAddress
  mint: SolanaAddress
  tokenProgram: SolanaAddress
}

/** `CreateIdempotent` of the associated token account program. */
const createIdempotent = 1

/**
 * Creates a wallet's canonical token account, or does nothing if it exists. Goes before the
 * instructions that pay into it.
 */
export function buildCreateTokenAccountInstruction(
  account: CanonicalAccount,
  { payer }: { payer: SolanaAddress },
): SolanaInstruction {
  return {
    programId: programs.associatedToken,
    accounts: [
      toPayerAccount(payer),
      toWritableAccount(getAssociatedTokenAddress(account.owner, account)),
      toReadonlyAccount(account.owner),
      toReadonlyAccount(account.mint),
      toReadonlyAccount(programs.system),
      toReadonlyAccount(account.tokenProgram),
    ],
    data: Uint8Array.of(createIdempotent),
  }
}
