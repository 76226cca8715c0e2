import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { nativeMint, type SolanaFill, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { programs } from './addresses.ts'
import { type ByteReader, readBytes } from './bytes.ts'
import { buildCancelInstruction, buildFillInstruction } from './fillInstructions.ts'
import { isSameInstruction, type SolanaInstruction, instructionNumbers } from './instruction.ts'
import {
  encodeRefund,
  encodeRelease,
  buildOpenInstruction,
  type Settlement,
  type VaultAccounts,
} from './orderInstructions.ts'
import { type CanonicalAccount, buildCreateTokenAccountInstruction } from './tokenInstructions.ts'

type WithRentPayer = { rentPayer: SolanaAddress }
type Tokens = { tokenProgram: SolanaAddress; source: SolanaAddress }

/** A decoded escrow instruction, or the creation of a token account. */
export type DecodedInstruction =
  | ({ name: 'open'; order: SolanaOrder; tokens?: Tokens } & WithRentPayer)
  | ({ name: 'release'; payee: SolanaAddress; feeReceiver: SolanaAddress } & Settlement)
  | ({ name: 'refund'; depositor: SolanaAddress; to: SolanaAddress } & Settlement)
  | ({ name: 'fill'; solver: SolanaAddress; tokens?: Tokens } & WithRentPayer & {
        fill: SolanaFill & { amount: bigint }
      })
  | ({ name: 'cancel'; solver: SolanaAddress; fillId: Hash } & WithRentPayer)
  | { name: 'createTokenAccount'; account: CanonicalAccount; payer: SolanaAddress }

/**
 * Decodes the instructions of swaps and transfers: deposits, settlements, fills, and the creation
 * of canonical token accounts. Rejects anything encoded differently: derived accounts, privileges
 * and lengths must be exactly what our own encoders produce.
 *
 * @returns Undefined for everything else.
 */
export function decodeInstruction(
  instruction: SolanaInstruction,
  program: SolanaAddress,
): DecodedInstruction | undefined {
  try {
    if (instruction.programId === programs.associatedToken) return decodeTokenAccount(instruction)
    if (instruction.programId !== program) return undefined
    const reader = readBytes(instruction.data)
    switch (reader.u8()) {
      case instructionNumbers.open:
        return decodeOpen(instruction, reader)
      case instructionNumbers.release:
        return decodeRelease(instruction, reader)
      case instructionNumbers.refund:
        return decodeRefund(instruction, reader)
      case instructionNumbers.fill:
        return decodeFill(instruction, reader)
      case instructionNumbers.cancel:
        return decodeCancel(instruction, reader)
    }
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function decodeOpen(instruction: SolanaInstruction, reader: ByteReader) {
  const at = createAddressGetter(instruction)
  const isNative = instruction.accounts.length === 4
  const fillId = reader.hash()
  const amount = reader.u64()
  const fee = reader.u64()
  const feeReceiver = reader.address()
  const payee = reader.address()
  const depositDeadline = reader.i64()
  const refundAfter = reader.i64()
  const fillHash = reader.hash()
  const times = { depositDeadline, refundAfter }
  const deposit = { fillId, depositor: at(0), token: isNative ? nativeMint : at(4), amount, fee }
  const order = { ...deposit, feeReceiver, payee, ...times, fillHash }
  const tokens = isNative ? undefined : { source: at(5), tokenProgram: at(7) }
  const rentPayer = at(1)
  const wanted = buildOpenInstruction(order, {
    program: instruction.programId,
    rentPayer,
    ...tokens,
  })
  if (!isSameInstruction(instruction, wanted)) return undefined
  return { name: 'open' as const, order, rentPayer, ...(tokens ? { tokens } : {}) }
}

function decodeRelease(instruction: SolanaInstruction, reader: ByteReader) {
  const at = createAddressGetter(instruction)
  const receivers = { payee: at(2), feeReceiver: at(3) }
  const release = { ...decodeSettlement(instruction, reader.hash(), 4), ...receivers }
  if (!isSameInstruction(instruction, encodeRelease(release))) return undefined
  return { name: 'release' as const, ...release }
}

function decodeRefund(instruction: SolanaInstruction, reader: ByteReader) {
  const at = createAddressGetter(instruction)
  const isNative = instruction.accounts.length < 3 + vaultAccounts
  const to = isNative ? at(2) : at(3)
  const settlement = decodeSettlement(instruction, reader.hash(), isNative ? 3 : 4)
  const refund = { ...settlement, depositor: at(2), to }
  if (!isSameInstruction(instruction, encodeRefund({ ...refund, isSigned: false })))
    return undefined
  return { name: 'refund' as const, ...refund }
}

function decodeFill(instruction: SolanaInstruction, reader: ByteReader) {
  const at = createAddressGetter(instruction)
  const isNative = instruction.accounts.length === 6
  const fillId = reader.hash()
  const ordersHash = reader.hash()
  const minimumAmount = reader.u64()
  const fillDeadline = reader.i64()
  const amount = reader.u64()
  const token = isNative ? nativeMint : at(6)
  const terms = { fillId, ordersHash, minimumAmount, fillDeadline, amount }
  const fill = { ...terms, recipient: at(5), token }
  const tokens = isNative ? undefined : { source: at(7), tokenProgram: at(9) }
  const place = { solver: at(0), rentPayer: at(1) }
  const wanted = buildFillInstruction(fill, { program: instruction.programId, ...place, ...tokens })
  if (!isSameInstruction(instruction, wanted)) return undefined
  return { name: 'fill' as const, ...place, fill, ...(tokens ? { tokens } : {}) }
}

function decodeCancel(instruction: SolanaInstruction, reader: ByteReader) {
  const at = createAddressGetter(instruction)
  const place = { solver: at(0), rentPayer: at(1) }
  const fillId = reader.hash()
  const wanted = buildCancelInstruction(fillId, { program: instruction.programId, ...place })
  if (!isSameInstruction(instruction, wanted)) return undefined
  return { name: 'cancel' as const, ...place, fillId }
}

function decodeTokenAccount(instruction: SolanaInstruction) {
  const at = createAddressGetter(instruction)
  const account = { owner: at(2), mint: at(3), tokenProgram: at(5) }
  const payer = at(0)
  const wanted = buildCreateTokenAccountInstruction(account, { payer })
  if (!isSameInstruction(instruction, wanted)) return undefined
  return { name: 'createTokenAccount' as const, account, payer }
}

const vaultAccounts = 4

/** Decodes a settlement; the vault's accounts, if any, and attestors start at `receiversEnd`. */
function decodeSettlement(
  instruction: SolanaInstruction,
  fillHash: Hash,
  receiversEnd: number,
): Settlement {
  const at = createAddressGetter(instruction)
  const isNative = instruction.accounts.length < receiversEnd + vaultAccounts
  const tokens: VaultAccounts | undefined = isNative
    ? undefined
    : {
        rentPayer: at(receiversEnd),
        vault: at(receiversEnd + 1),
        mint: at(receiversEnd + 2),
        tokenProgram: at(receiversEnd + 3),
      }
  const attestors = instruction.accounts.slice(receiversEnd + (isNative ? 0 : vaultAccounts))
  return {
    program: instruction.programId,
    signers: at(0),
    order: at(1),
    fillHash,
    attestors: attestors.map(({ address }) => address),
    ...(tokens ? { tokens } : {}),
  }
}

/** Returns a getter of the address at an index; it throws RangeError when there is none. */
function createAddressGetter({ accounts }: SolanaInstruction): (index: number) => SolanaAddress {
  return (index) => {
    const address = accounts[index]?.address
    if (address === undefined) throw new RangeError(`The instruction has no account ${index}.`)
    return address
  }
}
