import { ArrowLeftRight, type LucideIcon, Send, SquareCode } from 'lucide-react'
import type { MouseEvent } from 'react'

import type { HistoryRecord } from '#protocol/status/status.ts'
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
import { describeRow } from './describeRow.ts'
import { getFailLabel } from './failLabel.ts'
import type { HistoryRow } from './historyRow.ts'

const icons = {
  SWAP: ArrowLeftRight,
  TRANSFER: Send,
  CALL: SquareCode,
} satisfies Record<HistoryRecord['type'], LucideIcon>

/**
 * One execution: what, where to, status, what came of it and when. A click opens it here; the link
 * leads to its page, for other tabs.
 */
export function HistoryEntry(props: HistoryEntry.Props) {
  const { row, nowMs, height, place, isOpen = false, onOpen } = props
  const formats = useFormats()
  const { title, detail, result, worth } = describeRow(row, formats)
  const reason = row.failReason === undefined ? undefined : getFailLabel(row.failReason, row)
  const hour =
    nowMs - row.atMs < 3_600_000 ? formatRelativeTime(row.atMs, nowMs) : formatClockTime(row.atMs)
  return (
    <li
      className="border-t border-line"
      style={{ height }}
      aria-setsize={place?.count}
      aria-posinset={place?.position}
    >
      <a
        href={`/executions/${row.quoteId}`}
        data-entry={row.quoteId}
        aria-current={isOpen || undefined}
        className="grid h-full grid-cols-[19px_minmax(0,1fr)_auto] content-start items-start gap-x-3 gap-y-2.5 py-4 hover:bg-hover aria-current:bg-channel-tint md:grid-cols-[19px_minmax(0,1.2fr)_minmax(0,0.9fr)_minmax(0,1fr)_88px] md:content-center md:items-center md:gap-x-5 md:px-3 md:py-0 lg:grid-cols-[19px_minmax(0,1fr)_104px_minmax(0,15rem)_minmax(0,13rem)_96px]"
        onClick={(event) => {
          if (!onOpen || !isPlainClick(event)) return
          event.preventDefault()
          onOpen(row.quoteId)
        }}
      >
        <span className="text-ink-2 max-md:mt-0.5">
          <Icon of={icons[row.type]} size={19} />
        </span>
        <span className="min-w-0">
          <span className="num block truncate font-semibold">{title}</span>
          <span className="block truncate text-sm text-ink-3">{detail}</span>
        </span>
        <span className="max-md:order-last max-md:col-start-3 max-md:row-start-2 md:max-lg:hidden">
          <MiniFlow row={row} />
        </span>
        <span className="min-w-0 max-md:order-last max-md:col-span-1 max-md:col-start-2 max-md:row-start-2">
          <StatusChip status={row.status} />
          {row.reported && (
            <span className="mt-0.5 block text-sm font-medium text-buff max-md:mt-2 max-md:line-clamp-2 md:truncate">
              {formatReported(row.reported, formats)}
            </span>
          )}
          {reason !== undefined && (
            <span className="mt-0.5 block text-sm text-ink-2 max-md:mt-2 max-md:line-clamp-2 md:truncate">
              {reason}
            </span>
          )}
        </span>
        <span className="min-w-0 text-right max-md:col-span-2 max-md:col-start-2 max-md:row-start-3 max-md:order-last max-md:flex max-md:justify-between max-md:gap-3 max-md:text-left max-md:text-sm">
          <span className="num block truncate font-medium">{result}</span>
          <span className="num block truncate text-sm text-ink-3" title="At today's price">
            {worth}
          </span>
        </span>
        <time
          className="num text-right text-sm whitespace-nowrap text-ink-2 max-md:col-start-3 max-md:row-start-1"
          dateTime={new Date(row.atMs).toISOString()}
          title={formatExactTime(row.atMs)}
        >
          {hour}
        </time>
      </a>
    </li>
  )
}

export declare namespace HistoryEntry {
  type Props = {
    row: HistoryRow
    nowMs: number
    /** In px; as high as its content by default. */
    height?: number
    /** Its place in the list, of which only a part is rendered. */
    place?: { position: number; count: number }
    /** Whether its drawer is open. */
    isOpen?: boolean
    onOpen?: (quoteId: string) => void
  }
}

/** Px of a row's lines: rows of a virtual list have to say how high they are. */
const lineHeights = {
  wide: { row: 68, reason: 12, reported: 22 },
  narrow: { row: 152, reason: 46, reported: 46 },
} as const

/** Returns the height of a row, px. */
export function getEntryHeight(
  row: { hasReason: boolean; isReported: boolean },
  width: keyof typeof lineHeights,
): number {
  const heights = lineHeights[width]
  return (
    heights.row + (row.hasReason ? heights.reason : 0) + (row.isReported ? heights.reported : 0)
  )
}

/** Whether a click opens here; with a key or another button it is the browser's. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
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
