import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { getRoles } from '#networks/getChain.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import {
  type AccountAddress,
  type ChainId,
  isSameAddress,
  isSameAsset,
} from '#protocol/ids/caip.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  type HistoryRecord,
  isTerminal as isTerminalStatus,
  type StatusRecord,
} from '#protocol/status/status.ts'
import type { FlowState } from '#dashboard/components/flow/flowContext.ts'
import { type NamedAmount, sumPaidAmount, toUnlistedRecord } from '../../amounts/sumPaidAmount.ts'
import { describeFees, type Fee, type Fees } from '../../amounts/describeFees.ts'
import { getRateOfDearer, type Rate } from '../../amounts/rate.ts'
import { type CallView, buildCallView } from './callView.ts'
import type { ExecutionSources } from './executionSources.ts'
import {
  type AmountSource,
  getDepositUnits,
  findFill,
  getKnownLegs,
  getKnownReceived,
  toWorth,
} from './knownAmounts.ts'
import { getLegState, type LegState } from './legState.ts'
import { toAssetType, findMember, toChainAmount, type ChainAmount } from './chainAmount.ts'

/** One origin leg and its state. */
export type LegView = ChainAmount & LegState & { source: AmountSource }

/** The fees of an execution, by the quote's prices. */
type ExecutionFees = Pick<Fees, 'totalUsd'> & {
  parts: readonly (ChainAmount & Pick<Fee, 'kind' | 'receiver'>)[]
  /** Whether they are paid of what arrives. */
  isOfReceived: boolean
  source: Exclude<AmountSource, 'chain'>
}

/** A deposit that the escrow still holds. */
export type HeldDeposit<Of extends Order | SolanaOrder = Order | SolanaOrder> = {
  order: Of
  chainId: ChainId
  amount: ChainAmount
  /** Unix seconds of its chain's latest block. */
  chainTime: bigint
}

/** A deposit that the escrow refunded, with its proof. */
export type RefundedDeposit = {
  /** The account it came from and went back to. */
  depositor: AccountAddress
  amount: ChainAmount
  atMs: number
  /** 0x hash or base58 signature. */
  transactionHash: string
}

/** An execution as its page shows it; values that no source knows are undefined. */
export type ExecutionView = {
  /** Status by the service; undefined if it does not know the id or does not answer. */
  status: StatusRecord['status'] | undefined
  type: HistoryRecord['type'] | undefined
  failReason: string | undefined
  paid: NamedAmount | undefined
  legs: readonly LegView[]
  received: (ChainAmount & { source: AmountSource }) | undefined
  /** Whether this browser signed the quote: expected amounts are then those that were signed. */
  isSigned: boolean
  minimum: ChainAmount | undefined
  /** Undefined without fees, and while nobody says them. */
  fees: ExecutionFees | undefined
  /** By the amounts shown: those of the chains, once they are known. */
  rate: Rate | undefined
  /** What was delivered beyond the quote's amount, smallest units; undefined before the delivery. */
  gain: bigint | undefined
  destinationState: FlowState
  /** Ended without a delivery: refunded or failed. */
  hasFailed: boolean
  isDelivered: boolean
  held: readonly HeldDeposit[]
  /** Whether the pinned solver has cancelled the fill: held deposits will be refunded. */
  isCancelled: boolean
  /** Refunds seen on the chains, newest last. */
  refunded: readonly RefundedDeposit[]
  recipient: string | undefined
  /** Whether the recipient is not one of the payer's own accounts. */
  isToOther: boolean
  startedAtMs: number | undefined
  endedAtMs: number | undefined
  /** Set for a contract call. */
  call: CallView | undefined
}

/** Combines what the service and the chains report; deposits are shown even without the service. */
export function buildExecutionView(sources: ExecutionSources): ExecutionView {
  const { status, record, trace } = sources
  const isDelivered =
    (status?.destinationChainOperations.length ?? 0) > 0 ||
    status?.status === 'EXECUTED' ||
    status?.status === 'COMPLETED' ||
    findFill(sources) !== undefined
  const legs = toLegs(sources, isDelivered)
  // The chains may show a refund before the service does.
  const isReturned = legs.length > 0 && legs.every(({ state }) => state === 'returned')
  const hasFailed =
    status?.status === 'REFUNDED' || status?.status === 'FAILED' || (isReturned && !isDelivered)
  const token = (sources.signed ?? record)?.destinationToken
  const recipient = status?.recipientAccountId.split('/').at(-1)
  const isTerminal = status !== undefined && isTerminalStatus(status.status)
  const call = record?.type === 'CALL' || sources.sent ? buildCallView(sources) : undefined
  const paid = getPaid(sources)
  const received = getKnownReceived(sources)
  return {
    status: status?.status,
    type: call ? 'CALL' : record?.type,
    failReason: status?.failReason,
    paid,
    // A call that pays for itself has no origin legs.
    legs: call && !call.isFunded ? [] : legs,
    call,
    received,
    fees: getFees(sources),
    rate: call ? undefined : getRateOfDearer(paid, received),
    // What a call is lent is not all that it uses: the account may hold the rest there.
    gain:
      sources.signed && !call && received?.source === 'chain'
        ? received.units - toUnits(sources.signed.destinationToken.amount)
        : undefined,
    isSigned: sources.signed !== undefined,
    minimum:
      token?.minimumAmount === undefined
        ? undefined
        : toChainAmount(sources, {
            assetType: token.assetType,
            amount: token.minimumAmount,
            valueUsd: toWorth(token.minimumFiatValue),
          }),
    destinationState: isDelivered ? 'done' : 'waiting',
    hasFailed,
    isDelivered,
    held: isDelivered ? [] : getHeldDeposits(sources),
    isCancelled: !isDelivered && hasCancel(sources),
    refunded: getRefundedDeposits(sources),
    recipient,
    isToOther: isToOther(sources, recipient),
    startedAtMs: toTimeMs(status?.createdAt) ?? trace?.events[0]?.atMs,
    endedAtMs: isTerminal
      ? toTimeMs(status.updatedAt)
      : hasFailed
        ? getRefundedDeposits(sources).at(-1)?.atMs
        : undefined,
  }
}

/** The fees as this browser signed them, else as the service reports them. */
function getFees(sources: ExecutionSources): ExecutionFees | undefined {
  const { signed, record } = sources
  const of = signed?.fees ? signed : record
  const fees = of && describeFees(of)
  if (!fees || fees.parts.length === 0) return undefined
  return {
    totalUsd: fees.totalUsd,
    parts: fees.parts.map(({ kind, receiver, assetType, units, valueUsd }) => ({
      ...toChainAmount(sources, { assetType, amount: String(units), valueUsd }),
      kind,
      receiver,
    })),
    isOfReceived: !fees.parts.some((fee) =>
      of.originToken.assetType.some((assetType) => isSameAsset(assetType, fee.assetType)),
    ),
    source: of === signed ? 'signed' : 'service',
  }
}

/** Whether the recipient is neither the payer nor another account of the same user. */
function isToOther({ status, trace, own = [] }: ExecutionSources, recipient?: string): boolean {
  if (status === undefined || recipient === undefined) return false
  const depositors = (trace?.events ?? []).flatMap((event) =>
    event.kind === 'deposited' ? [event.order.depositor] : [],
  )
  return ![status.user, ...own, ...depositors].some((one) => isSameAddress(one, recipient))
}

/** Whether the pinned solver has cancelled the fill, which is final. */
function hasCancel({ trace, network }: ExecutionSources): boolean {
  return (trace?.events ?? []).some(
    (event) =>
      event.kind === 'cancelled' &&
      isSameAddress(event.solver, getRoles(network, event.chainId).solver),
  )
}

function toLegs(sources: ExecutionSources, isDelivered: boolean): readonly LegView[] {
  const { status, trace } = sources
  return getKnownLegs(sources)
    .map((leg) => ({
      ...toChainAmount(sources, leg),
      source: leg.source,
      ...getLegState(leg, { status, trace, isDelivered }),
    }))
    .toSorted((a, b) => (b.valueUsd ?? 0) - (a.valueUsd ?? 0))
}

function getHeldDeposits(sources: ExecutionSources): readonly HeldDeposit[] {
  const { trace } = sources
  const events = trace?.events ?? []
  return events.flatMap((event): HeldDeposit[] => {
    if (event.kind !== 'deposited') return []
    const isSettled = events.some(
      (other) =>
        (other.kind === 'released' || other.kind === 'refunded') &&
        other.orderHash === event.orderHash,
    )
    const chainTime = trace?.blockTimes.get(event.chainId)
    if (isSettled || chainTime === undefined) return []
    const { order, chainId } = event
    return [{ order, chainId, amount: toDepositAmount(sources, event), chainTime }]
  })
}

function getRefundedDeposits(sources: ExecutionSources): readonly RefundedDeposit[] {
  const events = sources.trace?.events ?? []
  return events.flatMap((event): RefundedDeposit[] => {
    if (event.kind !== 'refunded') return []
    const { orderHash, atMs, transactionHash } = event
    const deposit = events.find((one) => one.kind === 'deposited' && one.orderHash === orderHash)
    if (deposit?.kind !== 'deposited') return []
    const { depositor } = deposit.order
    return [{ depositor, amount: toDepositAmount(sources, deposit), atMs, transactionHash }]
  })
}

/** Returns the amount of a deposit, fee included. */
function toDepositAmount(
  sources: ExecutionSources,
  { order, chainId }: { order: Order | SolanaOrder; chainId: ChainId },
): ChainAmount {
  return toChainAmount(sources, {
    assetType: toAssetType(chainId, order.token),
    amount: String(getDepositUnits(order)),
    valueUsd: undefined,
  })
}

function getPaid(sources: ExecutionSources): ExecutionView['paid'] {
  const { network, record, signed, unlisted = [] } = sources
  const token = (signed ?? record)?.originToken
  if (!token) return undefined
  const sum = sumPaidAmount(getKnownLegs(sources), [
    ...toAssetRecords(network),
    ...unlisted.map(toUnlistedRecord),
  ])
  if (sum) return sum
  const [only] = token.assetType
  const of =
    network.aggregates.find((one) => one.aggregatedAssetId === token.aggregatedAssetId) ??
    (only && findMember(network, only))
  return of && { units: toUnits(token.amount), decimals: of.decimals, symbol: of.symbol }
}

function toTimeMs(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}
