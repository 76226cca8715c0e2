import { ArrowLeftRight, type LucideIcon, Send, SquareCode } from 'lucide-react'
import { Link } from 'wouter'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { shortenAddress } from '../../components/status/Address.tsx'
import { Flow } from '../../components/flow/Flow.tsx'
import type { Formats } from '../../components/amounts/createFormats.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import {
  formatClockTime,
  formatExactTime,
  formatRelativeTime,
} from '../../components/status/formatTime.ts'
import { getFailLabel } from './failLabel.ts'
import type { HistoryRow } from './historyRow.ts'

const kinds = {
  SWAP: { icon: ArrowLeftRight, word: 'Swap' },
  TRANSFER: { icon: Send, word: 'Transfer' },
  CALL: { icon: SquareCode, word: 'Contract call' },
} satisfies Record<HistoryRecord['type'], { icon: LucideIcon; word: string }>

/** One execution, linked to its page: what, where to, status, amounts and time. */
export function HistoryEntry(props: HistoryEntry.Props) {
  const { row, nowMs } = props
  const formats = useFormats()
  const { title, detail } = getHead(row, formats)
  const reason = row.failReason === undefined ? undefined : getFailLabel(row.failReason, row)
  const hour =
    nowMs - row.atMs < 3_600_000 ? formatRelativeTime(row.atMs, nowMs) : formatClockTime(row.atMs)
  return (
    <li className="border-t border-line">
      <Link
        href={`/executions/${row.quoteId}`}
        className="grid grid-cols-[19px_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2.5 py-4 hover:bg-hover md:grid-cols-[19px_minmax(9rem,1fr)_minmax(0,12rem)_minmax(0,11rem)_96px] lg:grid-cols-[19px_minmax(9rem,1fr)_104px_minmax(0,15rem)_minmax(0,12rem)_96px] md:items-center md:gap-x-5 md:px-3 md:min-h-17 md:py-2"
      >
        <span className="text-ink-2 max-md:mt-0.5">
          <Icon of={kinds[row.type].icon} size={19} />
        </span>
        <span className="min-w-0">
          <span className="num block truncate font-semibold">{title}</span>
          <span className="block truncate text-sm text-ink-3">{detail}</span>
        </span>
        <span className="max-md:order-last max-md:col-start-3 max-md:row-start-2 md:max-lg:hidden">
          <MiniFlow row={row} />
        </span>
        <span className="min-w-0 max-md:order-last max-md:col-start-2 max-md:row-start-2">
          <StatusChip status={row.status} />
          {row.reported && (
            <span className="mt-0.5 block text-sm font-medium text-buff max-md:mt-2">
              {formatReported(row.reported, formats)}
            </span>
          )}
          {reason !== undefined && (
            <span className="mt-0.5 block truncate text-sm text-ink-2 max-md:mt-2 max-md:whitespace-normal">
              {reason}
            </span>
          )}
        </span>
        <span className="min-w-0 text-right max-md:hidden">
          <span className="num block truncate font-medium">{formatResult(row, formats)}</span>
          <span className="num block text-sm text-ink-3" title="At today's price">
            {row.paidUsd === undefined ? '' : formats.usd(row.paidUsd)}
          </span>
        </span>
        <time
          className="num text-right text-sm whitespace-nowrap text-ink-2"
          dateTime={new Date(row.atMs).toISOString()}
          title={formatExactTime(row.atMs)}
        >
          {hour}
        </time>
      </Link>
    </li>
  )
}

export declare namespace HistoryEntry {
  type Props = { row: HistoryRow; nowMs: number }
}

function MiniFlow(props: { row: HistoryRow }) {
  const { legs, destination, destinationState, hasFailed } = props.row
  return (
    <Flow
      legs={legs}
      destination={{ chain: destination, state: destinationState }}
      length={104}
      span={34}
      trunk={legs.length === 1 ? 16 : 20}
      minWidth={4}
      terminal={2}
      hasFailed={hasFailed}
      isPlain
    />
  )
}

/** Returns what was paid and for what; for a call, its chain and what it cost. */
function getHead(row: HistoryRow, formats: Formats): { title: string; detail: string } {
  const paid = row.paid && formats.asset(row.paid)
  const on = `on ${row.destination.name}`
  const title = paid ?? kinds[row.type].word
  switch (row.type) {
    case 'SWAP':
      return { title, detail: `Swap to ${row.received?.symbol ?? 'an asset'} ${on}` }
    case 'TRANSFER':
      return {
        title,
        detail: `Transfer to ${row.otherRecipient === undefined ? 'own account' : shortenAddress(row.otherRecipient)} ${on}`,
      }
    case 'CALL':
      return { title: `Contract call ${on}`, detail: paid === undefined ? '' : `For ${paid}` }
  }
}

/** Formats the reported amounts of a row that shows the signed ones. */
function formatReported(
  { paid, received }: NonNullable<HistoryRow['reported']>,
  formats: Formats,
): string {
  const [first, second] = [paid, received].map((one) =>
    one ? formats.asset(one) : 'something unknown',
  )
  return `The service says ${first} for ${second}`
}

function formatResult(row: HistoryRow, formats: Formats): string {
  switch (row.status) {
    case 'PENDING':
    case 'IN_PROGRESS':
      if (row.type === 'CALL') return 'Runs next'
      return row.minimum ? `At least ${formats.asset(row.minimum)}` : 'On its way'
    case 'EXECUTED':
    case 'COMPLETED':
      if (row.type === 'CALL') return 'Call has run'
      return row.received ? formats.asset(row.received) : 'Delivered'
    case 'REFUNDED':
      return row.wasTaken ? 'Returned in full' : 'Nothing was taken'
    case 'FAILED':
      return 'Waits for your refund'
  }
}
