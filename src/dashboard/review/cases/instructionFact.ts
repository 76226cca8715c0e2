import { programs } from '#chains/solana/program/addresses.ts'
import { readBytes } from '#chains/solana/program/bytes.ts'
import { buildComputeBudgetInstructions } from '#chains/solana/program/computeBudget.ts'
import {
  type DecodedInstruction,
  decodeInstruction,
} from '#chains/solana/program/decodeInstruction.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { buildOpenInstruction } from '#chains/solana/program/orderInstructions.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import {
  decodeTransfer,
  type Transfer,
  buildTransferInstruction,
} from '#chains/solana/program/transferInstructions.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** What an instruction does, decoded from its bytes alone. */
export type InstructionFact =
  | DecodedInstruction
  | ({ name: 'transfer' } & Transfer)
  | { name: 'computeLimit'; units: number }
  /** Per compute unit. */
  | { name: 'computePrice'; microLamports: bigint }
  | { name: 'unknown'; programId: SolanaAddress }

/** Decodes an instruction; one that is not in its canonical form is `unknown`. */
export function toInstructionFact(
  instruction: SolanaInstruction,
  program: SolanaAddress,
): InstructionFact {
  const { programId } = instruction
  const transfer = decodeTransfer(instruction)
  if (transfer) return { name: 'transfer', ...transfer }
  const known =
    programId === programs.computeBudget
      ? decodeBudget(instruction)
      : decodeInstruction(instruction, program)
  return known ?? { name: 'unknown', programId }
}

/**
 * Builds the instruction of a fact, with exactly the account rights it needs. Undefined for
 * instructions that no user operation contains.
 */
export function fromInstructionFact(
  fact: InstructionFact,
  program: SolanaAddress,
): SolanaInstruction | undefined {
  switch (fact.name) {
    case 'computeLimit':
      return buildComputeBudgetInstructions({ units: fact.units, microLamports: 0n })[0]
    case 'computePrice':
      return buildComputeBudgetInstructions({ units: 0, microLamports: fact.microLamports })[1]
    case 'open':
      return buildOpenInstruction(fact.order, {
        program,
        rentPayer: fact.rentPayer,
        ...fact.tokens,
      })
    case 'createTokenAccount':
      return buildCreateTokenAccountInstruction(fact.account, { payer: fact.payer })
    case 'transfer':
      return buildTransferInstruction(fact)
    case 'release':
    case 'refund':
    case 'fill':
    case 'cancel':
    case 'unknown':
      return undefined
  }
}

/** Decodes the two compute budget instructions in use; undefined for any other. */
function decodeBudget({ accounts, data }: SolanaInstruction): InstructionFact | undefined {
  const reader = readBytes(data)
  if (accounts.length > 0) return undefined
  const number = data.length > 0 ? reader.u8() : undefined
  if (number === 2 && data.length === 5) return { name: 'computeLimit', units: reader.u32() }
  if (number === 3 && data.length === 9)
    return { name: 'computePrice', microLamports: reader.u64() }
  return undefined
}
