import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import type { ExecutionTrace } from '#dashboard/api/chains/trace.ts'
import type { FlowState } from '#dashboard/components/flow/flowContext.ts'
import { toAssetType } from './chainAmount.ts'

/** Asset and amount of a leg, fee included, and its value in US dollars. */
export type LegAmount = { assetType: AssetType; amount: string; valueUsd: number }

/** State of a leg, as drawn and as a label. */
export type LegState = { state: FlowState; stateLabel: string; crest?: number }

/**
 * Returns the state of a leg by the chain, else by the service; a deposit seen on chain is done.
 * Source: pages, "Everywhere".
 */
export function getLegState(
  leg: LegAmount,
  known: {
    status: StatusRecord | undefined
    trace: ExecutionTrace | undefined
    isDelivered: boolean
  },
): LegState {
  const { status, trace, isDelivered } = known
  const kinds = getEventKinds(leg, trace)
  if (kinds.includes('refunded')) return { state: 'returned', stateLabel: 'Returned' }
  if (kinds.includes('released')) return { state: 'done', stateLabel: 'Settled' }
  if (kinds.includes('deposited')) return { state: 'done', stateLabel: 'In escrow' }
  const { chainId } = splitAssetType(leg.assetType)
  const isReturned = status?.refundOperations?.some(({ chain }) => chain === chainId) ?? false
  const hasLanded = status?.originChainOperations.some(({ chain }) => chain === chainId)
  if (hasLanded && status?.status !== 'REFUNDED')
    return { state: 'done', stateLabel: isDelivered ? 'Done' : 'Landed' }
  switch (status?.status) {
    case 'COMPLETED':
    case 'EXECUTED':
      return { state: 'done', stateLabel: 'Done' }
    case 'REFUNDED':
      return { state: 'returned', stateLabel: hasLanded || isReturned ? 'Returned' : 'Never taken' }
    case 'FAILED':
      return { state: 'failed', stateLabel: 'Not landed' }
    case 'PENDING':
    case 'IN_PROGRESS':
    case undefined:
      if (trace?.unread.includes(chainId)) return { state: 'waiting', stateLabel: 'Cannot be read' }
      return status === undefined || (trace?.unread.length ?? 0) > 0
        ? { state: 'waiting', stateLabel: 'Not seen yet' }
        : { state: 'moving', stateLabel: 'Not seen yet', crest: 0.35 }
  }
}

function getEventKinds(leg: LegAmount, trace: ExecutionTrace | undefined): readonly string[] {
  const events = trace?.events ?? []
  const { chainId } = splitAssetType(leg.assetType)
  const deposits = events.filter(
    (event) =>
      event.kind === 'deposited' &&
      event.chainId === chainId &&
      isSameAsset(toAssetType(chainId, event.order.token), leg.assetType),
  )
  const hashes = deposits.flatMap((one) => ('orderHash' in one ? [one.orderHash] : []))
  return events
    .filter((event) => 'orderHash' in event && hashes.includes(event.orderHash))
    .map(({ kind }) => kind)
}
