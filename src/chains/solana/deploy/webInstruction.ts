import { PublicKey, TransactionInstruction } from '@solana/web3.js'

import type { SolanaInstruction } from '../program/instruction.ts'

/** An instruction as web3.js has it. */
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
