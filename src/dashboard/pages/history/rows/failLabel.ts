import { isKnownFailReason } from '#protocol/status/failReason.ts'
import { describeFailReason } from '../../../review/messages/describeFailReason.ts'
import type { HistoryRow } from './historyRow.ts'

/** Returns a fail reason as one line; an unknown reason is returned as received. */
export function getFailLabel(
  reason: string,
  { type, paid, destination }: Pick<HistoryRow, 'type' | 'paid' | 'destination'>,
): string {
  if (!isKnownFailReason(reason)) return reason
  const facts = { type, origin: paid?.symbol, destinationChain: destination.name }
  return describeFailReason(reason, facts).title
}
