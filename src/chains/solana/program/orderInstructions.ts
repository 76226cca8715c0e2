import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  associatedTokenAddress,
  isNativeMint,
  orderAddress,
  programs,
  signersAddress,
  vaultAddress,
} from './addresses.ts'
import { writeBytes } from './bytes.ts'
import { pays, reads, type SolanaInstruction, signs, writes } from './instruction.ts'
import { instructionNumbers } from './instructionNumbers.ts'

/** Where an order is held and who paid for its accounts. */
export type OrderPlace = {
  /** The escrow program. */
  program: SolanaAddress
  /** Pays the rent of order and vault, and gets it back. */
  rentPayer: SolanaAddress
  /** The program of the order's mint; needed unless the order is in native coins. */
  tokenProgram?: SolanaAddress
}

/** How a settlement reaches the vault of a token order. */
export type VaultAccounts = {
  rentPayer: SolanaAddress
  vault: SolanaAddress
  mint: SolanaAddress
  tokenProgram: SolanaAddress
}

/** What `release` and `refund` say and name. `payee`, `feeReceiver` and `to` are the accounts paid. */
export type Settlement = {
  program: SolanaAddress
  signers: SolanaAddress
  order: SolanaAddress
  fillHash: Hash
  /** Sign the transaction; none in a refund by the clock. */
  attestors: readonly SolanaAddress[]
  /** Absent for native coins. */
  tokens?: VaultAccounts
}

/**
 * Deposits `amount + fee` of an order; the depositor signs, the rent payer too.
 *
 * @param place `source` is the depositor's token account, its canonical one when absent.
 * @throws Error when the order is in tokens and their program is missing.
 */
export function openInstruction(
  order: SolanaOrder,
  place: OrderPlace & { source?: SolanaAddress },
): SolanaInstruction {
  const { program, rentPayer } = place
  const address = orderAddress(order, program)
  const tokens = tokensOf(order, place)
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
      tokens ? signs(order.depositor) : pays(order.depositor),
      pays(rentPayer),
      writes(address),
      reads(programs.system),
      ...(tokens
        ? [
            reads(tokens.mint),
            writes(place.source ?? associatedTokenAddress(order.depositor, tokens)),
            writes(tokens.vault),
            reads(tokens.tokenProgram),
          ]
        : []),
    ],
    data: data.bytes(),
  }
}

/** Pays an order to payee and fee receiver; the attestors sign. Throws as {@link openInstruction}. */
export function releaseInstruction(
  order: SolanaOrder,
  place: OrderPlace & { attestors: readonly SolanaAddress[] },
): SolanaInstruction {
  const settlement = settlementOf(order, place)
  return encodeRelease({
    ...settlement,
    payee: accountOf(order.payee, settlement.tokens),
    feeReceiver: accountOf(order.feeReceiver, settlement.tokens),
  })
}

/**
 * Gives an order back to its depositor: with attestors at once, without when `refundAfter` has passed.
 *
 * @param place `ownAccount` is a token account of the depositor other than the canonical one; the
 * depositor then signs.
 * @throws Error as {@link openInstruction}.
 */
export function refundInstruction(
  order: SolanaOrder,
  place: OrderPlace & { attestors: readonly SolanaAddress[]; ownAccount?: SolanaAddress },
): SolanaInstruction {
  const settlement = settlementOf(order, place)
  const to = place.ownAccount ?? accountOf(order.depositor, settlement.tokens)
  const isSigned = place.ownAccount !== undefined
  return encodeRefund({ ...settlement, depositor: order.depositor, to, isSigned })
}

/** Gives the rent of a settled order back; anybody may send it once `refundAfter` has passed. */
export function closeOrderInstruction({
  program,
  order,
  rentPayer,
}: Record<'program' | 'order' | 'rentPayer', SolanaAddress>): SolanaInstruction {
  return {
    programId: program,
    accounts: [writes(order), writes(rentPayer)],
    data: Uint8Array.of(instructionNumbers.closeOrder),
  }
}

/** Writes a release from the accounts it names. */
export function encodeRelease(
  release: Settlement & { payee: SolanaAddress; feeReceiver: SolanaAddress },
): SolanaInstruction {
  return encodeSettlement(release, {
    name: 'release',
    receivers: [writes(release.payee), writes(release.feeReceiver)],
  })
}

/** Writes a refund from the accounts it names; of native coins `to` is the depositor. */
export function encodeRefund(
  refund: Settlement & { depositor: SolanaAddress; to: SolanaAddress; isSigned: boolean },
): SolanaInstruction {
  const depositor = refund.isSigned ? signs(refund.depositor) : reads(refund.depositor)
  const receivers = refund.tokens
    ? [depositor, writes(refund.to)]
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
        writes(tokens.rentPayer),
        writes(tokens.vault),
        reads(tokens.mint),
        reads(tokens.tokenProgram),
      ]
    : []
  return {
    programId: program,
    accounts: [reads(signers), writes(order), ...receivers, ...vault, ...attestors.map(signs)],
    data: data.bytes(),
  }
}

function settlementOf(
  order: SolanaOrder,
  place: OrderPlace & { attestors: readonly SolanaAddress[] },
): Settlement {
  const tokens = tokensOf(order, place)
  return {
    program: place.program,
    signers: signersAddress(place.program),
    order: orderAddress(order, place.program),
    fillHash: order.fillHash,
    attestors: place.attestors,
    ...(tokens ? { tokens } : {}),
  }
}

function tokensOf(order: SolanaOrder, place: OrderPlace): VaultAccounts | undefined {
  if (isNativeMint(order.token)) return undefined
  const { program, rentPayer, tokenProgram } = place
  if (tokenProgram === undefined) throw new Error(`The token program of ${order.token} is missing.`)
  const vault = vaultAddress(orderAddress(order, program), program)
  return { rentPayer, vault, mint: order.token, tokenProgram }
}

function accountOf(owner: SolanaAddress, tokens: VaultAccounts | undefined): SolanaAddress {
  return tokens ? associatedTokenAddress(owner, tokens) : owner
}
