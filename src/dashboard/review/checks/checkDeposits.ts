import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { hashFill, hashOrders, type Leg } from '#protocol/orders/order.ts'
import { translate } from '../../language/translate.ts'
import {
  type Check,
  checkAmount,
  checkSame,
  checkSameAddress,
  checkThat,
  checkTime,
} from '../claims/check.ts'
import { checkApproval } from './checkApproval.ts'
import type { NamedAsset } from '../claims/evidence.ts'
import { findAppFee } from '../cases/quoteTerms.ts'
import { getSolanaVerifier } from '../cases/parseQuote.ts'
import { getEvmRecipient, getRecipient } from '../cases/getRecipient.ts'
import type { ParsedQuote, Deposit, EvmDeposit, ParsedOperation } from '../cases/parsedQuote.ts'

/** The fill id and fill hash that every order must contain. */
export type Delivery = {
  fillId: Hash
  /** Undefined when the quote has no such delivery. */
  fillHash: Hash | undefined
}

/** The operations as deposits; undefined unless all of them are. */
export function getDeposits({ operations }: ParsedQuote): readonly Deposit[] | undefined {
  const deposits = operations.flatMap((read) => toDeposit(read) ?? [])
  return deposits.length === operations.length ? deposits : undefined
}

function toDeposit(read: ParsedOperation): Deposit | undefined {
  if (read.kind === 'evm') return read.order && { ...read, order: read.order }
  return read.order && { ...read, order: read.order }
}

/**
 * Checks the batches that deposit: guard, exact approval, deposit and nothing else. Each order must
 * be bound to its delivery, which includes all legs. Source: architecture section 2, security rules
 * 3, 6 and 12.
 */
export function checkDeposits(
  quoted: ParsedQuote,
  { deposits, delivery }: { deposits: readonly Deposit[]; delivery: Delivery },
): Check[] {
  const { fillHash } = delivery
  return deposits.flatMap((deposit) => [
    ...(deposit.kind === 'evm'
      ? checkBatch(deposit)
      : getSolanaVerifier(quoted).checkDeposit(deposit)),
    ...checkOrder(deposit, { quoted, delivery }),
    checkThat(
      'order',
      fillHash !== undefined && deposit.order.fillHash === fillHash,
      fillHash === deposit.order.fillHash
        ? translate('The order covers every deposit and what is delivered for it')
        : translate('The order is for a different delivery ({fillHash}) than the quote', {
            fillHash: deposit.order.fillHash,
          }),
    ),
  ])
}

function checkBatch({ calls, order, chain, asset, index }: EvmDeposit): Check[] {
  const isNative = order.token === nativeToken
  const total = order.amount + order.fee
  const kinds = calls.map(({ kind }) => kind).join(', ')
  const isDeposit = kinds === (isNative ? 'guard, deposit' : 'guard, approval, deposit')
  const approval = calls.find((call) => call.kind === 'approval')
  return [
    checkThat(
      'calls',
      isDeposit,
      isDeposit
        ? translate('Operation {number} is a single deposit on {name}', {
            number: index + 1,
            name: chain.name,
          })
        : translate('Operation {number} is not a single deposit', {
            number: index + 1,
          }),
    ),
    ...calls.flatMap((call) =>
      call.kind === 'deposit' ? checkDeposit(call, { ...chain.contracts, asset }) : [],
    ),
    ...(approval
      ? checkApproval(approval, {
          spender: chain.contracts.originEscrow,
          token: order.token,
          amount: total,
          of: asset,
        })
      : [
          checkThat(
            'approval',
            isNative,
            translate('No allowance is granted'),
            translate('An allowance would be granted'),
          ),
        ]),
  ]
}

function checkDeposit(
  { escrow, value, order }: CallFact & { kind: 'deposit' },
  { originEscrow, asset }: { originEscrow: EvmAddress; asset: NamedAsset },
): Check[] {
  const total = order.token === nativeToken ? order.amount + order.fee : 0n
  return [
    checkSameAddress('escrow', translate('Escrow'), { actual: escrow, expected: originEscrow }),
    checkAmount('amounts', translate('Native coins sent'), {
      actual: value,
      expected: total,
      of: total === 0n ? undefined : asset,
    }),
  ]
}

function checkOrder(
  deposit: Deposit,
  { quoted, delivery }: { quoted: ParsedQuote; delivery: Delivery },
): Check[] {
  const { deadlines } = quoted
  const { order, operation, asset, index } = deposit
  const { depositor, roles } = getParties(deposit, quoted)
  const number = index + 1
  return [
    checkSame('order', translate('Delivery of order {number}', { number }), {
      actual: order.fillId,
      expected: delivery.fillId,
    }),
    checkSameAddress('order', translate('Depositor of order {number}', { number }), {
      actual: order.depositor,
      expected: depositor,
    }),
    checkSameAddress('asset', translate('Token of order {number}', { number }), {
      actual: order.token,
      expected: asset.token,
    }),
    checkSameAddress('escrow', translate('Payee of order {number}', { number }), {
      actual: order.payee,
      expected: roles.payee,
    }),
    checkSameAddress('fees', translate('Fee receiver of order {number}', { number }), {
      actual: order.feeReceiver,
      expected: findAppFee(quoted, asset.assetType)?.receiver ?? roles.feeReceiver,
    }),
    checkAmount('amounts', translate('Amount of order {number}', { number }), {
      actual: order.amount,
      expected: operation.amount,
      of: asset,
    }),
    checkTime('deadlines', translate('Deposit deadline'), {
      actual: order.depositDeadline,
      expected: deadlines.depositDeadline,
    }),
    checkTime('deadlines', translate('Refund after'), {
      actual: order.refundAfter,
      expected: deadlines.refundAfter,
    }),
  ]
}

/** The depositor, and the service's keys on its chain, that an order must contain. */
function getParties(deposit: Deposit, { roots }: ParsedQuote) {
  return deposit.kind === 'evm'
    ? { depositor: deposit.operation.userOp.sender, roles: roots.roles }
    : { depositor: deposit.account.accountAddress, roles: deposit.chain.roles }
}

/**
 * Computes the delivery by the solver, from all legs, destination chain, settler, solver,
 * recipient, token, minimum and deadline.
 */
export function getDelivery(quoted: ParsedQuote, deposits: readonly Deposit[]): Delivery {
  const fillId = quoted.quote.id
  const ordersHash = hashOrders(deposits.map(toLeg))
  return { fillId, fillHash: computeFillHash(quoted, { fillId, ordersHash }) }
}

function computeFillHash(
  quoted: ParsedQuote,
  ids: { fillId: Hash; ordersHash: Hash },
): Hash | undefined {
  const { quote, destination, deadlines, roots } = quoted
  const minimumAmount = BigInt(quote.destinationToken.minimumAmount)
  const terms = { ...ids, minimumAmount, fillDeadline: deadlines.fillDeadline }
  if (destination?.kind === 'solana') {
    const recipient = getRecipient(quoted)
    return recipient === undefined
      ? undefined
      : getSolanaVerifier(quoted).hashDelivery({ ...terms, recipient }, destination)
  }
  const recipient = getEvmRecipient(quoted)
  if (!destination || !recipient) return undefined
  const { asset, chain } = destination
  return hashFill(
    { ...terms, recipient, token: asset.token },
    {
      chainNumber: chain.chainNumber,
      settler: chain.contracts.destinationSettler,
      solver: roots.roles.solver,
    },
  )
}

/** Converts a deposit to the leg that the fill hash covers. */
export function toLeg({ order, chain }: Deposit): Leg {
  const { depositor, token, amount, fee, feeReceiver, payee, depositDeadline, refundAfter } = order
  const escrow = chain.kind === 'evm' ? chain.contracts.originEscrow : chain.program
  const parties = { depositor, token, amount, fee, feeReceiver, payee }
  return { chainId: chain.chainId, escrow, ...parties, depositDeadline, refundAfter }
}
