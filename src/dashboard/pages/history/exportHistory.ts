import { formatAmount } from '#protocol/ids/amount.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import type { NamedAmount } from '../sumPaidAmount.ts'
import { type HistoryRow, type RowNames, toHistoryRow } from './historyRow.ts'

const columns = [
  'Time (UTC)',
  'Updated (UTC)',
  'Kind',
  'Call',
  'Status',
  'Reason',
  'Paid',
  'Paid asset',
  'Paid on',
  'Received',
  'Received asset',
  'Received on',
  'Recipient',
  'Recipient name',
  'Account',
  'Fees (USD)',
  'Quote',
  'Origin transactions',
  'Destination transactions',
  'Refund transactions',
] as const

/** Writes executions as CSV (RFC 4180); no cell is a formula in a spreadsheet. */
export function toHistoryCsv(records: readonly HistoryRecord[], names: RowNames): string {
  const lines = records.map((record) => toCells(record, toHistoryRow(record, names)))
  return [columns, ...lines].map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('')
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

function toCells(record: HistoryRecord, row: HistoryRow): readonly string[] {
  const isDelivered = record.status === 'COMPLETED' || record.status === 'EXECUTED'
  const received = isDelivered && record.type !== 'CALL' ? row.received : undefined
  return [
    record.timestamp,
    record.updatedAt ?? '',
    record.type,
    row.callName ?? '',
    record.status,
    record.failReason ?? '',
    toPlain(row.paid),
    row.paid?.symbol ?? '',
    row.legs.map(({ chain }) => chain.name).join(' '),
    toPlain(received),
    received?.symbol ?? '',
    row.destination.name,
    row.recipient ?? '',
    row.recipientName ?? '',
    record.user,
    record.fees?.cumulativeUSD ?? '',
    record.quoteId,
    listHashes(record.originChainOperations),
    listHashes(record.destinationChainOperations),
    listHashes(record.refundOperations ?? []),
  ]
}

function toPlain(amount: NamedAmount | undefined): string {
  return amount ? formatAmount(amount.units, amount.decimals) : ''
}

function listHashes(operations: readonly { hash: string }[]): string {
  return operations.map(({ hash }) => hash).join(' ')
}
