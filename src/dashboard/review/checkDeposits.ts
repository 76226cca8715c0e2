import { nativeToken } from '#chains/evm/accountCalls.ts'
import type { CallFact } from '#chains/evm/decodeOperation.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import { hashFill, hashOrders, type Leg, type Order } from '#protocol/order.ts'
import { type Check, checkSame, checkSameAddress, checkThat } from './check.ts'
import type { Case, ReadOperation } from './readCase.ts'
import { recipientOf } from './readRecipient.ts'

/** An operation that deposits into the escrow. */
export type Deposit = ReadOperation & { order: Order }

/** The operations as deposits: a delivery by the solver. Undefined when one of them is not. */
export function depositsOf({ operations }: Case): readonly Deposit[] | undefined {
  const deposits = operations.flatMap((read) =>
    read.order ? [{ ...read, order: read.order }] : [],
  )
  return deposits.length === operations.length ? deposits : undefined
}

/** What every order must name: the id of its delivery, and the hash that binds it. */
export type Delivery = {
  fillId: Hash
  /** Undefined when there is no such delivery. */
  fillHash: Hash | undefined
}

/**
 * The batches that deposit: guard, exact approval, deposit and nothing else; and each order bound to
 * its delivery, which names all legs. Source: design section 2, security rules 3, 6 and 12.
 */
export function checkDeposits(
  quoted: Case,
  { deposits, delivery }: { deposits: readonly Deposit[]; delivery: Delivery },
): Check[] {
  const { fillHash } = delivery
  return deposits.flatMap((deposit) => [
    ...checkBatch(deposit),
    ...checkOrder(deposit, { quoted, delivery }),
    checkThat(
      'order',
      fillHash !== undefined && deposit.order.fillHash === fillHash,
      fillHash === deposit.order.fillHash
        ? 'All legs, and what is given for them, are inside the order'
        : `The order names another delivery (${deposit.order.fillHash}) than the quote`,
    ),
  ])
}

function checkBatch({ calls, order, chain, index }: Deposit): Check[] {
  const isNative = order.token === nativeToken
  const total = order.amount + order.fee
  const kinds = calls.map(({ kind }) => kind).join(', ')
  const expectedKinds = isNative ? 'guard, deposit' : 'guard, approval, deposit'
  const approval = calls.find((call) => call.kind === 'approval')
  return [
    checkSame('calls', `Operation ${index + 1}`, { actual: kinds, expected: expectedKinds }),
    ...calls.flatMap((call) =>
      call.kind === 'deposit' ? checkDeposit(call, chain.contracts) : [],
    ),
    ...(approval
      ? [
          checkSameAddress('approval', 'Spender', {
            actual: approval.spender,
            expected: chain.contracts.originEscrow,
          }),
          checkSameAddress('approval', 'Token', { actual: approval.token, expected: order.token }),
          checkSame('approval', 'Allowance', { actual: approval.amount, expected: total }),
        ]
      : [checkThat('approval', isNative, 'No allowance is given')]),
  ]
}

function checkDeposit(
  { escrow, value, order }: CallFact & { kind: 'deposit' },
  contracts: { originEscrow: EvmAddress },
): Check[] {
  const total = order.token === nativeToken ? order.amount + order.fee : 0n
  return [
    checkSameAddress('escrow', 'Escrow', { actual: escrow, expected: contracts.originEscrow }),
    checkSame('amounts', 'Coins sent along', { actual: value, expected: total }),
  ]
}

function checkOrder(
  deposit: Deposit,
  { quoted, delivery }: { quoted: Case; delivery: Delivery },
): Check[] {
  const { roots, deadlines } = quoted
  const { order, operation, asset, index } = deposit
  const what = `of order ${index + 1}`
  return [
    checkSame('order', `Delivery ${what}`, { actual: order.fillId, expected: delivery.fillId }),
    checkSameAddress('order', `Depositor ${what}`, {
      actual: order.depositor,
      expected: operation.userOp.sender,
    }),
    checkSameAddress('asset', `Token ${what}`, { actual: order.token, expected: asset.token }),
    checkSameAddress('escrow', `Payee ${what}`, {
      actual: order.payee,
      expected: roots.roles.payee,
    }),
    checkSameAddress('fees', `Fee receiver ${what}`, {
      actual: order.feeReceiver,
      expected: roots.roles.feeReceiver,
    }),
    checkSame('amounts', `Amount ${what}`, { actual: order.amount, expected: operation.amount }),
    checkSame('deadlines', `Deposit until`, {
      actual: order.depositDeadline,
      expected: deadlines.depositDeadline,
    }),
    checkSame('deadlines', `Refund after`, {
      actual: order.refundAfter,
      expected: deadlines.refundAfter,
    }),
  ]
}

/**
 * A delivery by the solver: all legs, destination chain, settler, solver, recipient, token, minimum
 * and deadline.
 */
export function deliveryOf(quoted: Case, deposits: readonly Deposit[]): Delivery {
  const { quote, destination, deadlines, roots } = quoted
  const recipient = recipientOf(quoted)
  if (!destination || !recipient) return { fillId: quote.id, fillHash: undefined }
  const fillHash = hashFill(
    {
      fillId: quote.id,
      ordersHash: hashOrders(deposits.map(legOf)),
      recipient,
      token: destination.asset.token,
      minimumAmount: BigInt(quote.destinationToken.minimumAmount),
      fillDeadline: deadlines.fillDeadline,
    },
    {
      chainNumber: destination.chain.chainNumber,
      settler: destination.chain.contracts.destinationSettler,
      solver: roots.roles.solver,
    },
  )
  return { fillId: quote.id, fillHash }
}

/** A deposit as its delivery names it. */
export function legOf({ order, chain }: Deposit): Leg {
  const { depositor, token, amount, fee, feeReceiver, payee, depositDeadline, refundAfter } = order
  const { chainId, contracts } = chain
  const parties = { depositor, token, amount, fee, feeReceiver, payee }
  return { chainId, escrow: contracts.originEscrow, ...parties, depositDeadline, refundAfter }
}
