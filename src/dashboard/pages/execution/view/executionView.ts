import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { getRoles } from '#networks/getChain.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import { type AccountAddress, type ChainId, isSameAddress } from '#protocol/ids/caip.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  type HistoryRecord,
  isTerminal as isTerminalStatus,
  type StatusRecord,
} from '#protocol/status/status.ts'
import type { FlowState } from '#dashboard/components/flow/flowStream.ts'
import { paidAmount } from '../../paidAmount.ts'
import { type CallView, callView } from './callView.ts'
import type { ExecutionSources } from './executionSources.ts'
import {
  type AmountSource,
  depositUnits,
  fillOf,
  knownPlaces,
  knownReceived,
  type Otherwise,
  saidOtherwise,
} from './knownAmounts.ts'
import { legState, type LegState } from './legState.ts'
import { assetOf, memberOf, placed, type PlacedAmount } from './placedAmount.ts'

/** One origin leg and how far it is. */
export type LegView = PlacedAmount & LegState & { source: AmountSource }

/** A deposit that the escrow still holds. */
export type HeldDeposit<Of extends Order | SolanaOrder = Order | SolanaOrder> = {
  order: Of
  chainId: ChainId
  amount: PlacedAmount
  /** Unix seconds of its chain's latest block. */
  chainTime: bigint
}

/** A deposit that the escrow gave back, with its proof. */
export type ReturnedDeposit = {
  /** The account it came from and went back to. */
  depositor: AccountAddress
  amount: PlacedAmount
  atMs: number
  /** 0x hash or base58 signature. */
  transactionHash: string
}

/** An execution as its page shows it; what nobody tells is undefined. */
export type ExecutionView = {
  /** The service's word; undefined when it does not know the id or does not answer. */
  status: StatusRecord['status'] | undefined
  type: HistoryRecord['type'] | undefined
  failReason: string | undefined
  paid: { units: bigint; decimals: number; symbol: string } | undefined
  legs: readonly LegView[]
  received: (PlacedAmount & { source: AmountSource }) | undefined
  /** This browser signed for it: what is to come is what was signed. */
  isSigned: boolean
  /** What the service says of these amounts that is not so. */
  otherwise: readonly Otherwise[]
  minimum: PlacedAmount | undefined
  destinationState: FlowState
  isBroken: boolean
  isDelivered: boolean
  held: readonly HeldDeposit[]
  /** The pinned solver will not deliver any more: what is held goes back. */
  isGivenUp: boolean
  /** What the chains show as given back; newest last. */
  returned: readonly ReturnedDeposit[]
  recipient: string | undefined
  /** Somebody else than the one who pays receives it. */
  isToOther: boolean
  startedAtMs: number | undefined
  endedAtMs: number | undefined
  /** Set for a contract call. */
  call: CallView | undefined
}

/** Puts together what the service and the chains tell; the chains alone suffice for deposits. */
export function executionView(sources: ExecutionSources): ExecutionView {
  const { status, record, trace } = sources
  const isDelivered =
    (status?.destinationChainOperations.length ?? 0) > 0 ||
    status?.status === 'EXECUTED' ||
    status?.status === 'COMPLETED' ||
    fillOf(sources) !== undefined
  const legs = legsOf(sources, isDelivered)
  // The chains may tell it before the service does.
  const isReturned = legs.length > 0 && legs.every(({ state }) => state === 'returned')
  const isBroken =
    status?.status === 'REFUNDED' || status?.status === 'FAILED' || (isReturned && !isDelivered)
  const token = (sources.signed ?? record)?.destinationToken
  const recipient = status?.recipientAccountId.split('/').at(-1)
  const isTerminal = status !== undefined && isTerminalStatus(status.status)
  const call = record?.type === 'CALL' || sources.sent ? callView(sources) : undefined
  return {
    status: status?.status,
    type: call ? 'CALL' : record?.type,
    failReason: status?.failReason,
    paid: paidOf(sources),
    // A call that pays for itself has no way from anywhere.
    legs: call && !call.isFunded ? [] : legs,
    call,
    received: knownReceived(sources),
    isSigned: sources.signed !== undefined,
    otherwise: saidOtherwise(sources),
    minimum:
      token?.minimumAmount === undefined
        ? undefined
        : placed(sources, {
            assetType: token.assetType,
            amount: token.minimumAmount,
            valueUsd: Number(token.minimumFiatValue ?? 0),
          }),
    destinationState: isDelivered ? 'done' : 'waiting',
    isBroken,
    isDelivered,
    held: isDelivered ? [] : heldOf(sources),
    isGivenUp: !isDelivered && hasCancel(sources),
    returned: returnedOf(sources),
    recipient,
    isToOther: isToOther(sources, recipient),
    startedAtMs: timeOf(status?.createdAt) ?? trace?.events[0]?.atMs,
    endedAtMs: isTerminal
      ? timeOf(status.updatedAt)
      : isBroken
        ? returnedOf(sources).at(-1)?.atMs
        : undefined,
  }
}

/** Whether a recipient is neither who pays nor another account of the same person. */
function isToOther({ status, trace, own = [] }: ExecutionSources, recipient?: string): boolean {
  if (status === undefined || recipient === undefined) return false
  const depositors = (trace?.events ?? []).flatMap((event) =>
    event.kind === 'deposited' ? [event.order.depositor] : [],
  )
  return ![status.user, ...own, ...depositors].some((one) => isSameAddress(one, recipient))
}

/** A fill that the pinned solver gave up, for good. */
function hasCancel({ trace, network }: ExecutionSources): boolean {
  return (trace?.events ?? []).some(
    (event) =>
      event.kind === 'cancelled' &&
      isSameAddress(event.solver, getRoles(network, event.chainId).solver),
  )
}

function legsOf(sources: ExecutionSources, isDelivered: boolean): readonly LegView[] {
  const { status, trace } = sources
  return knownPlaces(sources)
    .map((place) => ({
      ...placed(sources, place),
      source: place.source,
      ...legState(place, { status, trace, isDelivered }),
    }))
    .toSorted((a, b) => b.valueUsd - a.valueUsd)
}

function heldOf(sources: ExecutionSources): readonly HeldDeposit[] {
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
    return [{ order, chainId, amount: depositAmount(sources, event), chainTime }]
  })
}

function returnedOf(sources: ExecutionSources): readonly ReturnedDeposit[] {
  const events = sources.trace?.events ?? []
  return events.flatMap((event): ReturnedDeposit[] => {
    if (event.kind !== 'refunded') return []
    const { orderHash, atMs, transactionHash } = event
    const deposit = events.find((one) => one.kind === 'deposited' && one.orderHash === orderHash)
    if (deposit?.kind !== 'deposited') return []
    const { depositor } = deposit.order
    return [{ depositor, amount: depositAmount(sources, deposit), atMs, transactionHash }]
  })
}

/** All that left the account with a deposit: its amount and its fee. */
function depositAmount(
  sources: ExecutionSources,
  { order, chainId }: { order: Order | SolanaOrder; chainId: ChainId },
): PlacedAmount {
  return placed(sources, {
    assetType: assetOf(chainId, order.token),
    amount: String(depositUnits(order)),
    valueUsd: 0,
  })
}

function paidOf(sources: ExecutionSources): ExecutionView['paid'] {
  const { network, record, signed } = sources
  const token = (signed ?? record)?.originToken
  if (!token) return undefined
  const sum = paidAmount(knownPlaces(sources), toAssetRecords(network))
  if (sum) return sum
  const [only] = token.assetType
  const of =
    network.aggregates.find((one) => one.aggregatedAssetId === token.aggregatedAssetId) ??
    (only && memberOf(network, only))
  return of && { units: toUnits(token.amount), decimals: of.decimals, symbol: of.symbol }
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}
