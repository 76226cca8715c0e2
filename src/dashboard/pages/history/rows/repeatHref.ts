import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildRepeatLink } from '../../links/buildRepeatLink.ts'
import type { SentCall } from '../../signing/storage/sentCalls.ts'
import type { HistoryRow } from './historyRow.ts'

/**
 * Returns the link to a form with the same parameters as an execution; undefined for a call that was
 * not made in this browser, because the service does not report calls.
 */
export function buildRepeatHref(
  record: HistoryRecord,
  known: {
    row: Pick<HistoryRow, 'paid' | 'received' | 'isToOther'>
    sent: SentCall | undefined
  },
): string | undefined {
  const { row, sent } = known
  if (record.type === 'CALL') return sent?.search ? `/call?${sent.search}` : undefined
  return buildRepeatLink(record, row)
}
