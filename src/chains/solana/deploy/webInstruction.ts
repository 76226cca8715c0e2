import { PublicKey, TransactionInstruction } from '@solana/web3.js'

import type { SolanaInstruction } from '../program/instruction.ts'

/** Converts an instruction to web3.js's form. */
export function toWebInstruction(instruction: SolanaInstruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(instruction.programId),
    keys: instruction.accounts.map(({ address, isSigner, isWritable }) => ({
      pubkey: new PublicKey(address),
      isSigner,
      isWritable,
    })),
    data: Buffer.from(instruction.data),
  })
}
