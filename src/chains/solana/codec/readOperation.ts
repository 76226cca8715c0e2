import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { decodeBase64 } from '../program/bytes.ts'
import { decodeMessage, type SolanaMessage, getSigners } from './message.ts'
import { getAssociatedTokenAddress } from '../program/addresses.ts'
import { type ComputeBudget, readComputeBudget } from '../program/computeBudget.ts'
import { decodeInstruction } from '../program/decodeInstruction.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { decodeTransfer } from '../program/transferInstructions.ts'
import { describeOperation } from './writeOperation.ts'

/** An operation decoded from the bytes that its user signs. */
export type ReadOperation = {
  /** The signed message. */
  bytes: Uint8Array
  message: SolanaMessage
  budget: ComputeBudget
  /** The signer besides the fee payer; the owner of the funds that move. */
  user: SolanaAddress
  action: SolanaAction
}

/** How funds leave the user. Amounts in smallest units. */
export type SolanaAction =
  /** Takes the order's `amount + fee` from the user's coins or canonical token account. */
  | { kind: 'deposit'; order: SolanaOrder; tokenProgram: SolanaAddress | undefined }
  | {
      kind: 'transfer'
      /** A mint; the native mint for SOL. */
      token: SolanaAddress
      tokenProgram: SolanaAddress | undefined
      /**
       * Wallets paid, in order: the recipient, the fee receiver, an app, the latter two if any. If the
       * operation does not create the recipient's token account, that account's address takes the
       * wallet's place.
       */
      payments: readonly { to: SolanaAddress; units: bigint }[]
    }

/**
 * Why an operation is not one that the service builds: not a canonical version 0 message; lookup
 * tables; fields that differ from the message; another fee payer; signers other than fee payer and
 * user; no compute budget at the start; instructions that are neither deposit nor transfer, or that
 * take from anyone but the user.
 */
export type OperationError =
  | 'message'
  | 'lookup tables'
  | 'mirror'
  | 'fee payer'
  | 'signers'
  | 'compute budget'
  | 'instructions'

/**
 * Decodes an operation from the bytes its user signs, and checks that its other fields match them.
 * Runs in the browser.
 *
 * @param chain.program - The escrow program.
 * @param chain.executor - The expected fee payer.
 */
export function readOperation(
  operation: SolanaChainOperation,
  chain: { program: SolanaAddress; executor: SolanaAddress },
): ReadOperation | { error: OperationError } {
  if (operation.addressLookupTableAddresses?.length) return { error: 'lookup tables' }
  const bytes = parseBytes(operation.dataToSign)
  const message = bytes && decodeMessage(bytes)
  if (!message) return { error: 'message' }
  if (!isMirrored(operation, message)) return { error: 'mirror' }
  if (message.feePayer !== chain.executor) return { error: 'fee payer' }
  const [, user, ...more] = getSigners(message)
  if (user === undefined || more.length > 0) return { error: 'signers' }
  const parts = readComputeBudget(message.instructions)
  if (!parts) return { error: 'compute budget' }
  const action = findAction(parts.others, { ...chain, user })
  if (!action) return { error: 'instructions' }
  return { bytes, message, budget: parts.budget, user, action }
}

type OperationParties = { program: SolanaAddress; executor: SolanaAddress; user: SolanaAddress }

function findAction(
  instructions: readonly SolanaInstruction[],
  parties: OperationParties,
): SolanaAction | undefined {
  const [first, ...others] = instructions
  if (!first) return undefined
  return others.length === 0 && first.programId === parties.program
    ? findDeposit(first, parties)
    : findTransfer(instructions, parties)
}

function findDeposit(
  instruction: SolanaInstruction,
  { program, executor, user }: OperationParties,
): SolanaAction | undefined {
  const open = decodeInstruction(instruction, program)
  if (open?.name !== 'open' || open.rentPayer !== executor) return undefined
  const { order, tokens } = open
  if (order.depositor !== user) return undefined
  const source = tokens && getAssociatedTokenAddress(user, { ...tokens, mint: order.token })
  if (source !== tokens?.source) return undefined
  return { kind: 'deposit', order, tokenProgram: tokens?.tokenProgram }
}

type TransferPayment = { to: SolanaAddress; units: bigint }
type PaymentAsset = { token: SolanaAddress; tokenProgram: SolanaAddress | undefined }

/**
 * Matches one to three payments of one asset. Each token payment is preceded by the creation of its
 * account, which may be left out for the recipient when that account exists.
 */
function findTransfer(
  instructions: readonly SolanaInstruction[],
  parties: OperationParties,
): SolanaAction | undefined {
  const end = instructions.at(-1)
  const last = end && decodeTransfer(end)
  if (!last) return undefined
  const paid = { token: last.token?.mint ?? nativeMint, tokenProgram: last.token?.tokenProgram }
  const payments: TransferPayment[] = []
  for (let at = 0; at < instructions.length;) {
    const isMade = last.token !== undefined && (at > 0 || !isPaidStraight(instructions[at]))
    const end = at + (isMade ? 2 : 1)
    if (end > instructions.length) return undefined
    const payment = findPayment(instructions.slice(at, end), { ...parties, ...paid })
    if (!payment) return undefined
    payments.push(payment)
    at = end
  }
  if (payments.length > 3) return undefined
  return { kind: 'transfer', ...paid, payments }
}

function findPayment(
  instructions: readonly SolanaInstruction[],
  { program, executor, user, token, tokenProgram }: OperationParties & PaymentAsset,
): TransferPayment | undefined {
  const made = instructions.length > 1 ? instructions[0] : undefined
  const transferring = instructions.at(-1)
  const transfer = transferring && decodeTransfer(transferring)
  if (!transfer || transfer.from !== user) return undefined
  const { to, units } = transfer
  if (tokenProgram === undefined) return transfer.token ? undefined : { to, units }
  if (!isProgram(transfer.token, { token, tokenProgram })) return undefined
  if (!made) return { to, units }
  const creation = decodeInstruction(made, program)
  if (creation?.name !== 'createTokenAccount' || creation.payer !== executor) return undefined
  const { owner } = creation.account
  const isPaid = getAssociatedTokenAddress(owner, creation.account) === to
  return isProgram(creation.account, { token, tokenProgram }) && isPaid
    ? { to: owner, units }
    : undefined
}

function isPaidStraight(instruction: SolanaInstruction | undefined): boolean {
  return instruction !== undefined && decodeTransfer(instruction) !== undefined
}

function isProgram(
  one: { mint: SolanaAddress; tokenProgram: SolanaAddress } | undefined,
  { token, tokenProgram }: PaymentAsset,
): boolean {
  return one?.mint === token && one.tokenProgram === tokenProgram
}

function isMirrored(operation: SolanaChainOperation, message: SolanaMessage): boolean {
  const { instructions, recentBlockHash, feePayer } = operation
  const mirror = describeOperation(message)
  return (
    recentBlockHash === mirror.recentBlockHash &&
    feePayer === mirror.feePayer &&
    instructions.length === mirror.instructions.length &&
    mirror.instructions.every((wanted, index) => isSame(wanted, instructions[index]))
  )
}

type Mirrored = SolanaChainOperation['instructions'][number]

function isSame(wanted: Mirrored, given: Mirrored | undefined): boolean {
  return (
    given?.programId === wanted.programId &&
    given.data.toLowerCase() === wanted.data &&
    given.keys.length === wanted.keys.length &&
    wanted.keys.every(({ pubkey, isSigner, isWritable }, index) => {
      const key = given.keys[index]
      return key?.pubkey === pubkey && key.isSigner === isSigner && key.isWritable === isWritable
    })
  )
}

function parseBytes(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text)
  } catch {
    // Not base64.
    return undefined
  }
}
