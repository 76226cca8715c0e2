import { formatAmount } from '#protocol/ids/amount.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import type { NamedAmount } from '../../amounts/sumPaidAmount.ts'
import { type HistoryRow, type RowNames, toHistoryRow } from './historyRow.ts'

type Exported = { record: HistoryRecord; row: HistoryRow }

/** Each column's cell by its heading. A file is data: it is the same in every language. */
const columns: Readonly<Record<string, (of: Exported) => string>> = {
  'Time (UTC)': ({ record }) => record.timestamp,
  'Updated (UTC)': ({ record }) => record.updatedAt ?? '',
  Kind: ({ record }) => record.type,
  Call: ({ row }) => row.callName ?? '',
  Status: ({ record }) => record.status,
  Reason: ({ record }) => record.failReason ?? '',
  Paid: ({ row }) => toPlain(row.paid),
  'Paid asset': ({ row }) => row.paid?.symbol ?? '',
  'Paid on': ({ row }) => row.legs.map(({ chain }) => chain.name).join(' '),
  Received: (of) => toPlain(getReceived(of)),
  'Received asset': (of) => getReceived(of)?.symbol ?? '',
  'Received on': ({ row }) => row.destination.name,
  Recipient: ({ row }) => row.recipient ?? '',
  'Recipient name': ({ row }) => row.recipientName ?? '',
  Account: ({ record }) => record.user,
  'Fees (USD)': ({ row }) => String(row.feesUsd ?? ''),
  Quote: ({ record }) => record.quoteId,
  'Origin transactions': ({ record }) => listHashes(record.originChainOperations),
  'Destination transactions': ({ record }) => listHashes(record.destinationChainOperations),
  'Refund transactions': ({ record }) => listHashes(record.refundOperations ?? []),
}

/** By this, spreadsheets read a file as UTF-8. */
const byteOrderMark = '\uFEFF'

/** Writes executions as CSV (RFC 4180); no cell is a formula in a spreadsheet. */
export function toHistoryCsv(records: readonly HistoryRecord[], names: RowNames): string {
  const cells = Object.values(columns)
  const lines = records.map((record) => {
    const of = { record, row: toHistoryRow(record, names) }
    return cells.map((getCell) => getCell(of))
  })
  const texts = [Object.keys(columns), ...lines].map(
    (line) => `${line.map(quoteCell).join(',')}\r\n`,
  )
  return byteOrderMark + texts.join('')
}

/** Writes executions as JSON, as the service reports them. */
export function toHistoryJson(
  records: readonly HistoryRecord[],
  { network, exportedAt }: { network: string; exportedAt: Date },
): string {
  return `${JSON.stringify({ network, exportedAt: exportedAt.toISOString(), executions: records }, null, 2)}\n`
}

/**
 * Returns a text as a CSV cell. Spreadsheets take cells that begin with `=`, `+`, `-`, `@`, a tab or
 * a line break for formulas; an apostrophe before it makes it text. Source: OWASP, CSV injection.
 */
export function quoteCell(text: string): string {
  const safe = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text)
    ? `'${text}`
    : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What arrived; nothing for a call or before it has. */
function getReceived({ record, row }: Exported): NamedAmount | undefined {
  const isDelivered = record.status === 'COMPLETED' || record.status === 'EXECUTED'
  return isDelivered && record.type !== 'CALL' ? row.received : undefined
}

function toPlain(amount: NamedAmount | undefined): string {
  return amount ? formatAmount(amount.units, amount.decimals) : ''
}

function listHashes(operations: readonly { hash: string }[]): string {
  return operations.map(({ hash }) => hash).join(' ')
}
