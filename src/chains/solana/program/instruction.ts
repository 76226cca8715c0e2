import { PublicKey, TransactionInstruction } from '@solana/web3.js'

import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { isSameBytes } from './bytes.ts'

/** The first byte of each instruction's data. Source: src/contracts/solana/program/escrow.c. */
export const instructionNumbers = {
  open: 0,
  release: 1,
  refund: 2,
  closeOrder: 3,
  fill: 4,
  cancel: 5,
  closeFill: 6,
  install: 7,
  propose: 8,
  withdraw: 9,
  accept: 10,
  disable: 11,
  offerAuthority: 12,
  acceptAuthority: 13,
} as const

/** An account of an instruction and how it is used. */
export type InstructionAccount = {
  address: SolanaAddress
  isSigner: boolean
  isWritable: boolean
}

/** An instruction of any Solana program. */
export type SolanaInstruction = {
  programId: SolanaAddress
  accounts: InstructionAccount[]
  data: Uint8Array
}

/** Converts an instruction to web3.js's form. */
export function toWebInstruction({
  programId,
  accounts,
  data,
}: SolanaInstruction): TransactionInstruction {
  const instruction = new TransactionInstruction({
    programId: new PublicKey(programId),
    keys: accounts.map(({ address, ...use }) => ({ pubkey: new PublicKey(address), ...use })),
  })
  // Browsers have no Buffer, and web3.js needs none of its functions here.
  return Object.assign(instruction, { data })
}

/** Converts an instruction from web3.js's form. */
export function fromWebInstruction({
  programId,
  keys,
  data,
}: TransactionInstruction): SolanaInstruction {
  return {
    programId: programId.toBase58(),
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
      address: pubkey.toBase58(),
      isSigner,
      isWritable,
    })),
    data: Uint8Array.from(data),
  }
}

/** An account that the instruction only reads. */
export function toReadonlyAccount(address: SolanaAddress): InstructionAccount {
  return { address, isSigner: false, isWritable: false }
}

/** An account that the instruction changes. */
export function toWritableAccount(address: SolanaAddress): InstructionAccount {
  return { address, isSigner: false, isWritable: true }
}

/** An account whose key must sign the transaction. */
export function toSignerAccount(address: SolanaAddress): InstructionAccount {
  return { address, isSigner: true, isWritable: false }
}

/** An account that signs and pays. */
export function toPayerAccount(address: SolanaAddress): InstructionAccount {
  return { address, isSigner: true, isWritable: true }
}

/**
 * Whether `given` does what `wanted` does: same program and data, same accounts in the same order,
 * each with at least the privileges wanted. An account that a message uses twice has the privileges
 * of both uses, so `given` may have more.
 */
export function isSameInstruction(given: SolanaInstruction, wanted: SolanaInstruction): boolean {
  return (
    given.programId === wanted.programId &&
    isSameBytes(given.data, wanted.data) &&
    given.accounts.length === wanted.accounts.length &&
    wanted.accounts.every((account, index) => isCovered(account, given.accounts[index]))
  )
}

function isCovered(wanted: InstructionAccount, given: InstructionAccount | undefined): boolean {
  if (given?.address !== wanted.address) return false
  return given.isSigner >= wanted.isSigner && given.isWritable >= wanted.isWritable
}
