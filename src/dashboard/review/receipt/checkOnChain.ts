import type { TraceEvent } from '#chains/evm/orders/readTrace.ts'
import type { SolanaTraceEvent } from '#chains/solana/orders/readTrace.ts'
import type { AnyOrder } from '#protocol/orders/anyOrder.ts'
import { hashOrder } from '#protocol/orders/order.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { translate } from '../../language/translate.ts'
import { findRootAsset, type Roots } from '../cases/roots.ts'
import { describeChain } from '../checks/describeAsset.ts'
import { type Check, checkThat } from '../claims/check.ts'
import { describeAmount, type NamedAsset } from '../claims/evidence.ts'
import { type Finding, summarizeChecks } from '../claims/finding.ts'
import type { OperationFacts } from '../verifyQuote.ts'
import type { ReceiptReview } from './verifyReceipt.ts'

/** What the chains show of a receipt's execution. */
export type ChainEvidence = {
  events: readonly ((TraceEvent | SolanaTraceEvent) & { chainId: ChainId })[]
  /** Chains that did not answer. */
  unread: readonly ChainId[]
}

type Deposit = { order: AnyOrder; orderHash: Hash | undefined; chainId: ChainId }

/**
 * Compares a verified receipt with the chains: every deposit that was signed, and the delivery that
 * the deposits commit to, by the pinned solver. A chain that does not answer leaves it unchecked.
 */
export function checkOnChain(
  { receipt, review }: Pick<ReceiptReview, 'receipt' | 'review'>,
  { roots, ...seen }: ChainEvidence & { roots: Roots },
): readonly Finding[] {
  const deposits = (review?.operations ?? []).flatMap(toDeposit)
  if (!receipt || !review?.quote || deposits.length === 0)
    return summarizeChecks([], {
      order: ['deposits', 'delivery'],
      unchecked: {
        deposits: translate('No escrow was used: the signed operation moves the funds directly.'),
        delivery: translate('Check the transaction in its explorer.'),
      },
    })
  const { record } = receipt
  const { assetType, minimumAmount } = review.quote.destinationToken
  const wanted = BigInt(minimumAmount)
  const asset = findRootAsset(roots, assetType)
  const found = deposits.map((deposit) => checkDeposit(deposit, { ...seen, roots, record }))
  const isRefunded = record?.status === 'REFUNDED'
  const fill = checkFill(deposits, { ...seen, roots, record, asset, wanted })
  return summarizeChecks([...found.flat(), ...(isRefunded ? [] : fill)], {
    order: isRefunded ? ['deposits'] : ['deposits', 'delivery'],
    unchecked: {
      deposits: translate('A chain isn’t responding right now.'),
      delivery: translate('The destination chain isn’t responding right now.'),
    },
  })
}

type Evidence = ChainEvidence & {
  roots: Roots
  record: NonNullable<ReceiptReview['receipt']>['record']
}

function toDeposit(operation: OperationFacts): Deposit[] {
  const { chainId } = operation.chain
  if (operation.kind === 'solana')
    return operation.facts.flatMap((fact) =>
      fact.name === 'open' ? [{ order: fact.order, orderHash: undefined, chainId }] : [],
    )
  const { chainNumber, contracts } = operation.chain
  return operation.calls.flatMap((call) =>
    call.kind === 'deposit'
      ? [
          {
            order: call.order,
            orderHash: hashOrder(call.order, { chainNumber, escrow: contracts.originEscrow }),
            chainId,
          },
        ]
      : [],
  )
}

/** A deposit that was refunded may never have reached the escrow: then there is none to see. */
function checkDeposit(deposit: Deposit, { events, unread, roots, record }: Evidence): Check[] {
  const { order, orderHash, chainId } = deposit
  if (unread.includes(chainId)) return []
  const event = events.find(
    (one) =>
      one.kind === 'deposited' &&
      one.chainId === chainId &&
      (orderHash === undefined
        ? one.order.fillHash === order.fillHash && one.order.amount === order.amount
        : one.orderHash === orderHash),
  )
  const chain = describeChain(roots, chainId)
  const reported = (record?.originChainOperations ?? []).filter((one) => one.chain === chainId)
  if (!event) {
    const isMet = record?.status === 'REFUNDED' && reported.length === 0
    return [
      checkThat(
        'deposits',
        isMet,
        isMet
          ? translate('Nothing was taken on {chain}', { chain })
          : translate('{chain} shows no such deposit', { chain }),
      ),
    ]
  }
  const hash = event.transactionHash
  const isReported = reported.length === 0 || reported.some((one) => one.hash === hash)
  return [
    checkThat(
      'deposits',
      isReported,
      isReported
        ? translate('{chain} shows it in {hash}', { chain, hash })
        : translate('{chain} shows it in {hash}, which isn’t in the file', { chain, hash }),
    ),
  ]
}

function checkFill(
  [first]: readonly Deposit[],
  of: Evidence & { asset: NamedAsset | undefined; wanted: bigint },
): Check[] {
  const { events, unread, roots, record, asset, wanted } = of
  const fill = events.find(
    (event) =>
      event.kind === 'filled' &&
      event.fillHash === first?.order.fillHash &&
      isSameAddress(event.solver, getSolver(roots, event.chainId)),
  )
  if (fill?.kind !== 'filled')
    return unread.length > 0
      ? []
      : [checkThat('delivery', false, translate('No chain shows the delivery'))]
  const reported = record?.destinationChainOperations ?? []
  const isReported =
    reported.length === 0 || reported.some(({ hash }) => hash === fill.transactionHash)
  return [
    checkThat(
      'delivery',
      fill.amount >= wanted,
      translate('{chain} shows {amount}; minimum {least}', {
        chain: describeChain(roots, fill.chainId),
        amount: describeAmount(fill.amount, asset),
        least: describeAmount(wanted, asset),
      }),
    ),
    checkThat(
      'delivery',
      isReported,
      isReported
        ? translate('It is in {hash}', { hash: fill.transactionHash })
        : translate('It is in {hash}, which isn’t in the file', {
            hash: fill.transactionHash,
          }),
    ),
  ]
}

function getSolver({ chains, roles }: Roots, chainId: ChainId): string {
  const chain = chains.find((one) => one.chainId === chainId)
  return chain?.kind === 'solana' ? chain.roles.solver : roles.solver
}
