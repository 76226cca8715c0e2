import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SolanaFill } from '#protocol/orders/solanaOrder.ts'
import {
  getAssociatedTokenAddress,
  getFillAddress,
  isNativeMint,
  programs,
  getSignersAddress,
} from './addresses.ts'
import { writeBytes } from './bytes.ts'
import {
  toPayerAccount,
  toReadonlyAccount,
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
  instructionNumbers,
} from './instruction.ts'

/** Accounts of a fill: the solver, and who pays the record's rent. */
export type FillPlace = {
  /** The escrow program. */
  program: SolanaAddress
  solver: SolanaAddress
  rentPayer: SolanaAddress
}

/**
 * Sends `amount` from the solver, who signs, to the recipient.
 *
 * @param place - `tokenProgram` is required for tokens; `source` is the solver's token account, the
 *   canonical one by default.
 * @throws Error when tokens are sent and their program is missing.
 */
export function buildFillInstruction(
  fill: SolanaFill & { amount: bigint },
  place: FillPlace & { tokenProgram?: SolanaAddress; source?: SolanaAddress },
): SolanaInstruction {
  const { program, solver, rentPayer, tokenProgram } = place
  const data = writeBytes()
    .u8(instructionNumbers.fill)
    .hash(fill.fillId)
    .hash(fill.ordersHash)
    .u64(fill.minimumAmount)
    .i64(fill.fillDeadline)
    .u64(fill.amount)
  const record = toWritableAccount(getFillAddress({ solver, fillId: fill.fillId }, program))
  const start = [
    toPayerAccount(rentPayer),
    record,
    toReadonlyAccount(programs.system),
    toReadonlyAccount(getSignersAddress(program)),
  ]
  if (isNativeMint(fill.token)) {
    const accounts = [toPayerAccount(solver), ...start, toWritableAccount(fill.recipient)]
    return { programId: program, accounts, data: data.bytes() }
  }
  if (tokenProgram === undefined) throw new Error(`The token program of ${fill.token} is missing.`)
  const token = { mint: fill.token, tokenProgram }
  return {
    programId: program,
    accounts: [
      toSignerAccount(solver),
      ...start,
      toReadonlyAccount(fill.recipient),
      toReadonlyAccount(fill.token),
      toWritableAccount(place.source ?? getAssociatedTokenAddress(solver, token)),
      toWritableAccount(getAssociatedTokenAddress(fill.recipient, token)),
      toReadonlyAccount(tokenProgram),
    ],
    data: data.bytes(),
  }
}

/** Cancels a fill for good; the solver signs. */
export function buildCancelInstruction(fillId: Hash, place: FillPlace): SolanaInstruction {
  const { program, solver, rentPayer } = place
  const record = getFillAddress({ solver, fillId }, program)
  return {
    programId: program,
    accounts: [
      toSignerAccount(solver),
      toPayerAccount(rentPayer),
      toWritableAccount(record),
      toReadonlyAccount(programs.system),
    ],
    data: writeBytes().u8(instructionNumbers.cancel).hash(fillId).bytes(),
  }
}

/** Closes a fill record and returns its rent; anyone may send it once the record is due. */
export function buildCloseFillInstruction({
  program,
  record,
  rentPayer,
}: Record<'program' | 'record' | 'rentPayer', SolanaAddress>): SolanaInstruction {
  return {
    programId: program,
    accounts: [toWritableAccount(record), toWritableAccount(rentPayer)],
    data: Uint8Array.of(instructionNumbers.closeFill),
  }
}
