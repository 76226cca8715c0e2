import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  getAssociatedTokenAddress,
  isNativeMint,
  getOrderAddress,
  programs,
  getSignersAddress,
  getVaultAddress,
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

/** The program that holds an order, and who paid for its accounts. */
export type OrderPlace = {
  /** The escrow program. */
  program: SolanaAddress
  /** Pays the rent of order and vault, and gets it back. */
  rentPayer: SolanaAddress
  /** The token program of the order's mint; required unless the order is in native coins. */
  tokenProgram?: SolanaAddress
}

/** Accounts through which a settlement pays from a token order's vault. */
export type VaultAccounts = {
  rentPayer: SolanaAddress
  vault: SolanaAddress
  mint: SolanaAddress
  tokenProgram: SolanaAddress
}

/** Parameters of a release or refund. `payee`, `feeReceiver` and `to` are the accounts paid. */
export type Settlement = {
  program: SolanaAddress
  signers: SolanaAddress
  order: SolanaAddress
  fillHash: Hash
  /** Sign the transaction; none in a refund after `refundAfter`. */
  attestors: readonly SolanaAddress[]
  /** Absent for native coins. */
  tokens?: VaultAccounts
}

/**
 * Deposits an order's `amount + fee`; the depositor and the rent payer sign.
 *
 * @param place - `source` is the depositor's token account, the canonical one by default.
 * @throws Error when the order is in tokens and their program is missing.
 */
export function buildOpenInstruction(
  order: SolanaOrder,
  place: OrderPlace & { source?: SolanaAddress },
): SolanaInstruction {
  const { program, rentPayer } = place
  const address = getOrderAddress(order, program)
  const tokens = findVaultAccounts(order, place)
  const data = writeBytes()
    .u8(instructionNumbers.open)
    .hash(order.fillId)
    .u64(order.amount)
    .u64(order.fee)
    .address(order.feeReceiver)
    .address(order.payee)
    .i64(order.depositDeadline)
    .i64(order.refundAfter)
    .hash(order.fillHash)
  return {
    programId: program,
    accounts: [
      tokens ? toSignerAccount(order.depositor) : toPayerAccount(order.depositor),
      toPayerAccount(rentPayer),
      toWritableAccount(address),
      toReadonlyAccount(programs.system),
      ...(tokens
        ? [
            toReadonlyAccount(tokens.mint),
            toWritableAccount(place.source ?? getAssociatedTokenAddress(order.depositor, tokens)),
            toWritableAccount(tokens.vault),
            toReadonlyAccount(tokens.tokenProgram),
          ]
        : []),
    ],
    data: data.bytes(),
  }
}

/**
 * Pays an order to payee and fee receiver; attestors sign. Throws as {@link buildOpenInstruction}.
 */
export function buildReleaseInstruction(
  order: SolanaOrder,
  place: OrderPlace & { attestors: readonly SolanaAddress[] },
): SolanaInstruction {
  const settlement = toSettlement(order, place)
  return encodeRelease({
    ...settlement,
    payee: getReceivingAccount(order.payee, settlement.tokens),
    feeReceiver: getReceivingAccount(order.feeReceiver, settlement.tokens),
  })
}

/**
 * Refunds an order to its depositor: at any time with attestors, after `refundAfter` without.
 *
 * @param place - `ownAccount` is a token account of the depositor other than the canonical one; the
 *   depositor then signs.
 * @throws Error as {@link buildOpenInstruction}.
 */
export function buildRefundInstruction(
  order: SolanaOrder,
  place: OrderPlace & { attestors: readonly SolanaAddress[]; ownAccount?: SolanaAddress },
): SolanaInstruction {
  const settlement = toSettlement(order, place)
  const to = place.ownAccount ?? getReceivingAccount(order.depositor, settlement.tokens)
  const isSigned = place.ownAccount !== undefined
  return encodeRefund({ ...settlement, depositor: order.depositor, to, isSigned })
}

/** Closes a settled order and returns its rent; anyone may send it after `refundAfter`. */
export function buildCloseOrderInstruction({
  program,
  order,
  rentPayer,
}: Record<'program' | 'order' | 'rentPayer', SolanaAddress>): SolanaInstruction {
  return {
    programId: program,
    accounts: [toWritableAccount(order), toWritableAccount(rentPayer)],
    data: Uint8Array.of(instructionNumbers.closeOrder),
  }
}

/** Encodes a release from the accounts it names. */
export function encodeRelease(
  release: Settlement & { payee: SolanaAddress; feeReceiver: SolanaAddress },
): SolanaInstruction {
  return encodeSettlement(release, {
    name: 'release',
    receivers: [toWritableAccount(release.payee), toWritableAccount(release.feeReceiver)],
  })
}

/** Encodes a refund from the accounts it names; for native coins `to` is the depositor. */
export function encodeRefund(
  refund: Settlement & { depositor: SolanaAddress; to: SolanaAddress; isSigned: boolean },
): SolanaInstruction {
  const depositor = refund.isSigned
    ? toSignerAccount(refund.depositor)
    : toReadonlyAccount(refund.depositor)
  const receivers = refund.tokens
    ? [depositor, toWritableAccount(refund.to)]
    : [{ ...depositor, isWritable: true }]
  return encodeSettlement(refund, { name: 'refund', receivers })
}

function encodeSettlement(
  settlement: Settlement,
  { name, receivers }: { name: 'release' | 'refund'; receivers: SolanaInstruction['accounts'] },
): SolanaInstruction {
  const { program, signers, order, tokens, attestors, fillHash } = settlement
  const data = writeBytes().u8(instructionNumbers[name]).hash(fillHash)
  const vault = tokens
    ? [
        toWritableAccount(tokens.rentPayer),
        toWritableAccount(tokens.vault),
        toReadonlyAccount(tokens.mint),
        toReadonlyAccount(tokens.tokenProgram),
      ]
    : []
  return {
    programId: program,
    accounts: [
      toReadonlyAccount(signers),
      toWritableAccount(order),
      ...receivers,
      ...vault,
      ...attestors.map(toSignerAccount),
    ],
    data: data.bytes(),
  }
}

function toSettlement(
  order: SolanaOrder,
  place: OrderPlace & { attestors: readonly SolanaAddress[] },
): Settlement {
  const tokens = findVaultAccounts(order, place)
  return {
    program: place.program,
    signers: getSignersAddress(place.program),
    order: getOrderAddress(order, place.program),
    fillHash: order.fillHash,
    attestors: place.attestors,
    ...(tokens ? { tokens } : {}),
  }
}

function findVaultAccounts(order: SolanaOrder, place: OrderPlace): VaultAccounts | undefined {
  if (isNativeMint(order.token)) return undefined
  const { program, rentPayer, tokenProgram } = place
  if (tokenProgram === undefined) throw new Error(`The token program of ${order.token} is missing.`)
  const vault = getVaultAddress(getOrderAddress(order, program), program)
  return { rentPayer, vault, mint: order.token, tokenProgram }
}

function getReceivingAccount(
  owner: SolanaAddress,
  tokens: VaultAccounts | undefined,
): SolanaAddress {
  return tokens ? getAssociatedTokenAddress(owner, tokens) : owner
}
