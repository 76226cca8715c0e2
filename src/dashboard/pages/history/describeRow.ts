import type { HistoryRecord } from '#protocol/status/status.ts'
import type { Formats } from '../../components/amounts/createFormats.ts'
import { shortenAddress } from '../../components/status/Address.tsx'
import type { HistoryRow } from './historyRow.ts'

/** What each kind of execution is called. */
export const kindWords = {
  SWAP: 'Swap',
  TRANSFER: 'Transfer',
  CALL: 'Contract call',
} satisfies Record<HistoryRecord['type'], string>

/** A row in words. */
export type RowWords = {
  /** What was paid; of a call, its function and contract. */
  title: string
  detail: string
  /** What came of it, or what comes next. */
  result: string
  /** Worth of the result at today's prices; empty without a price. */
  worth: string
}

/** Describes an execution for its row. */
export function describeRow(row: HistoryRow, formats: Formats): RowWords {
  const head = describeHead(row, formats)
  // Where the result has the worth of what arrives, what was paid has its own.
  const isPaidElsewhere = row.type !== 'CALL' && !row.hasFailed && row.paidUsd !== undefined
  const paidWorth = isPaidElsewhere ? ` \u00b7 ${formats.usd(row.paidUsd ?? 0)}` : ''
  return { ...head, detail: head.detail + paidWorth, ...describeResult(row, formats) }
}

/** Names the recipient: by name, as one's own, or by its address. */
export function describeRecipient(
  row: Pick<HistoryRow, 'recipient' | 'recipientName' | 'isToOther'>,
): string {
  if (row.recipientName !== undefined) return row.recipientName
  return row.isToOther && row.recipient !== undefined
    ? shortenAddress(row.recipient)
    : 'own account'
}

function describeHead(row: HistoryRow, formats: Formats): Pick<RowWords, 'title' | 'detail'> {
  const paid = row.paid && formats.asset(row.paid)
  const on = `on ${row.destination.name}`
  const title = paid ?? kindWords[row.type]
  switch (row.type) {
    case 'SWAP':
      return {
        title,
        detail: `Swap to ${row.received?.symbol ?? 'an asset'} ${on}${row.isToOther ? ` for ${describeRecipient(row)}` : ''}`,
      }
    case 'TRANSFER':
      return { title, detail: `Transfer to ${describeRecipient(row)} ${on}` }
    case 'CALL':
      return row.callName === undefined
        ? { title: `Contract call ${on}`, detail: paid === undefined ? '' : `For ${paid}` }
        : {
            title: row.callName,
            detail: `Contract call ${on}${paid === undefined ? '' : `, for ${paid}`}`,
          }
  }
}

function describeResult(row: HistoryRow, formats: Formats): Pick<RowWords, 'result' | 'worth'> {
  const [paid, received] = [row.paidUsd, row.receivedUsd].map((usd) =>
    usd === undefined ? '' : formats.usd(usd),
  )
  const [paidWorth, receivedWorth] = [paid ?? '', received ?? '']
  switch (row.status) {
    case 'PENDING':
    case 'IN_PROGRESS':
      if (row.type === 'CALL') return { result: 'Runs next', worth: paidWorth }
      return {
        result: row.minimum ? `At least ${formats.asset(row.minimum)}` : 'On its way',
        worth: receivedWorth,
      }
    case 'EXECUTED':
    case 'COMPLETED':
      if (row.type === 'CALL') return { result: 'Call has run', worth: paidWorth }
      return row.received
        ? { result: formats.asset(row.received), worth: receivedWorth }
        : { result: 'Delivered', worth: '' }
    case 'REFUNDED':
      return row.wasTaken
        ? { result: 'Returned in full', worth: paidWorth }
        : { result: 'Nothing was taken', worth: '' }
    case 'FAILED':
      return { result: 'Waits for your refund', worth: paidWorth }
  }
}
