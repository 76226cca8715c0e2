import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { getAssociatedTokenAddress, programs } from './addresses.ts'
import { readBytes, writeBytes } from './bytes.ts'
import {
  isSameInstruction,
  toPayerAccount,
  toReadonlyAccount,
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
} from './instruction.ts'

/** Token data that a transfer needs. */
export type TransferredToken = {
  mint: SolanaAddress
  tokenProgram: SolanaAddress
  decimals: number
}

/**
 * A payment from a wallet's own coins or canonical token account. `to` is a wallet for coins, a
 * token account for tokens.
 */
export type Transfer = {
  from: SolanaAddress
  to: SolanaAddress
  units: bigint
  /** Absent for SOL. */
  token?: TransferredToken
  /**
   * An address that is only referenced, so that every transfer is unique and can be found by it.
   * Source: Solana Pay, "reference".
   */
  reference?: SolanaAddress
}

/** `Transfer` of the System program, `TransferChecked` of the token programs. */
const tags = { coins: 2, tokens: 12 } as const

/** Transfers coins or tokens; `from` signs. */
export function buildTransferInstruction(transfer: Transfer): SolanaInstruction {
  const { from, to, units, token, reference } = transfer
  const named = reference === undefined ? [] : [toReadonlyAccount(reference)]
  if (!token)
    return {
      programId: programs.system,
      accounts: [toPayerAccount(from), toWritableAccount(to), ...named],
      data: writeBytes().u32(tags.coins).u64(units).bytes(),
    }
  const source = getAssociatedTokenAddress(from, token)
  return {
    programId: token.tokenProgram,
    accounts: [
      toWritableAccount(source),
      toReadonlyAccount(token.mint),
      toWritableAccount(to),
      toSignerAccount(from),
      ...named,
    ],
    data: writeBytes().u8(tags.tokens).u64(units).u8(token.decimals).bytes(),
  }
}

/** Decodes what {@link buildTransferInstruction} writes, and nothing else. */
export function decodeTransfer(instruction: SolanaInstruction): Transfer | undefined {
  try {
    const transfer = readTransfer(instruction)
    return transfer && isSameInstruction(instruction, buildTransferInstruction(transfer))
      ? transfer
      : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readTransfer({ programId, accounts, data }: SolanaInstruction): Transfer | undefined {
  const reader = readBytes(data)
  const [first, second, third, fourth, fifth] = accounts.map(({ address }) => address)
  if (programId === programs.system) {
    if (reader.u32() !== tags.coins || first === undefined || second === undefined) return undefined
    const units = reader.u64()
    return { from: first, to: second, units, ...(third !== undefined && { reference: third }) }
  }
  if (programId !== programs.token && programId !== programs.token2022) return undefined
  if (reader.u8() !== tags.tokens || second === undefined || third === undefined) return undefined
  if (fourth === undefined) return undefined
  const units = reader.u64()
  const token = { mint: second, tokenProgram: programId, decimals: reader.u8() }
  const reference = fifth !== undefined && { reference: fifth }
  return { from: fourth, to: third, units, token, ...reference }
}
