import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import type { ExecutionTrace } from '#dashboard/api/chains/trace.ts'
import type { FlowState } from '#dashboard/components/flow/flowContext.ts'
import { translate } from '../../../language/translate.ts'
import { toAssetType } from './chainAmount.ts'

/** Asset and amount of a leg, fee included, and its value in US dollars, where known. */
export type LegAmount = { assetType: AssetType; amount: string; valueUsd: number | undefined }

/** What is known of a leg. */
export type LegWord = keyof typeof stateLabels

/** State of a leg: as drawn, as a word, and the word as a label. */
export type LegState = { state: FlowState; word: LegWord; stateLabel: string; crest?: number }

const stateLabels = {
  returned: translate('Refunded'),
  settled: translate('Settled'),
  inEscrow: translate('In escrow'),
  done: translate('Done'),
  landed: translate('Confirmed'),
  untaken: translate('Not charged'),
  notLanded: translate('Not confirmed'),
  unreadable: translate('Unavailable'),
  unseen: translate('Not seen yet'),
} as const

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
  const { state, word, crest } = readLeg(leg, known)
  return { state, word, stateLabel: stateLabels[word], ...(crest !== undefined && { crest }) }
}

function readLeg(
  leg: LegAmount,
  { status, trace, isDelivered }: Parameters<typeof getLegState>[1],
): { state: FlowState; word: LegWord; crest?: number } {
  const kinds = getEventKinds(leg, trace)
  if (kinds.includes('refunded')) return { state: 'returned', word: 'returned' }
  if (kinds.includes('released')) return { state: 'done', word: 'settled' }
  if (kinds.includes('deposited')) return { state: 'done', word: 'inEscrow' }
  const { chainId } = splitAssetType(leg.assetType)
  const isReturned = status?.refundOperations?.some(({ chain }) => chain === chainId) ?? false
  const hasLanded = status?.originChainOperations.some(({ chain }) => chain === chainId)
  if (hasLanded && status?.status !== 'REFUNDED')
    return { state: 'done', word: isDelivered ? 'done' : 'landed' }
  switch (status?.status) {
    case 'COMPLETED':
    case 'EXECUTED':
      return { state: 'done', word: 'done' }
    case 'REFUNDED':
      return { state: 'returned', word: hasLanded || isReturned ? 'returned' : 'untaken' }
    case 'FAILED':
      return { state: 'failed', word: 'notLanded' }
    case 'PENDING':
    case 'IN_PROGRESS':
    case undefined:
      if (trace?.unread.includes(chainId)) return { state: 'waiting', word: 'unreadable' }
      return status === undefined || (trace?.unread.length ?? 0) > 0
        ? { state: 'waiting', word: 'unseen' }
        : { state: 'moving', word: 'unseen', crest: 0.35 }
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
