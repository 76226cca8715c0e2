import { formatAmount } from '#protocol/ids/amount.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import type { SentCall } from '../signing/storage/sentCalls.ts'
import type { HistoryRow } from './historyRow.ts'

/**
 * Returns the link to a form with the same parameters as an execution; undefined for a call that was
 * not made in this browser, because the service does not report calls.
 */
export function buildRepeatHref(
  record: HistoryRecord,
  known: { row: Pick<HistoryRow, 'paid' | 'recipient' | 'isToOther'>; sent: SentCall | undefined },
): string | undefined {
  const { row, sent } = known
  if (record.type === 'CALL') return sent?.search ? `/call?${sent.search}` : undefined
  const { originToken, destinationToken } = record
  const [first] = originToken.assetType
  const from = isSingle(originToken.aggregatedAssetId) ? first : originToken.aggregatedAssetId
  const recipient = row.isToOther ? destinationToken.recipientAccount : undefined
  const search = new URLSearchParams({
    ...(from !== undefined && { from }),
    to: isSingle(destinationToken.aggregatedAssetId)
      ? destinationToken.assetType
      : destinationToken.aggregatedAssetId,
    ...(row.paid && { amount: formatAmount(row.paid.units, row.paid.decimals) }),
    ...(recipient !== undefined && { recipient }),
  })
  return `/swap?${search.toString()}`
}

/** Whether one asset on one chain was asked for, not any of an aggregate. */
function isSingle(aggregatedAssetId: string): boolean {
  return aggregatedAssetId.endsWith(':single')
}
