import { memo, type MouseEvent, type ReactNode } from 'react'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { MiniFlow } from '../../../components/flow/MiniFlow.tsx'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { getStatusStyle, getToldStatus } from '../../../components/status/StatusChip.tsx'
import {
  formatClockTime,
  formatExactTime,
  formatRelativeTime,
} from '../../../components/status/formatTime.ts'
import { UnlistedMark } from '../../../components/status/UnlistedMark.tsx'
import { translate } from '../../../language/translate.ts'
import { describeRow } from '../rows/describeRow.ts'
import './entries.css'
import { getFailLabel } from '../rows/failLabel.ts'
import type { HistoryRow } from '../rows/historyRow.ts'

const kindClasses = {
  SWAP: 'entry-swap',
  TRANSFER: 'entry-transfer',
  CALL: 'entry-call',
} satisfies Record<HistoryRecord['type'], string>

/**
 * One execution: what, where to, status, what came of it and when. A click opens it here; the link
 * leads to its page, for other tabs. Rendered again only when what it shows has changed.
 */
export const HistoryEntry = memo(function HistoryEntry(props: HistoryEntry.Props) {
  const { row, nowMs, height, top, position, count, isOpen = false, onOpen } = props
  const formats = useFormats()
  const { title, detail, result, worth } = describeRow(row, formats)
  const hour = nowMs === undefined ? formatClockTime(row.atMs) : formatRelativeTime(row.atMs, nowMs)
  return (
    <li
      className="border-t border-line"
      style={top === undefined ? { height } : { height, top, position: 'absolute', insetInline: 0 }}
      aria-setsize={count}
      aria-posinset={position}
    >
      <a
        href={`/executions/${row.quoteId}`}
        data-entry={row.quoteId}
        aria-current={isOpen || undefined}
        className={`entry ${kindClasses[row.type]}`}
        onClick={(event) => {
          if (!onOpen || !isPlainClick(event)) return
          event.preventDefault()
          onOpen(row.quoteId)
        }}
      >
        <span className="title num">{title}</span>
        <span className="detail">
          {detail}
          {row.isReported && <span> · {translate('reported by the service')}</span>}
          {row.isUnlisted && <UnlistedMark />}
        </span>
        <MiniFlow legs={row.legs} destination={row.destination} hasFailed={row.hasFailed} />
        {describeStatus(row)}
        <span className="result num">{result}</span>
        {worth !== '' && (
          <span className="worth num" title={translate('At today’s price')}>
            {worth}
          </span>
        )}
        <time
          className="num"
          dateTime={new Date(row.atMs).toISOString()}
          title={formatExactTime(row.atMs)}
        >
          {hour}
        </time>
      </a>
    </li>
  )
})

export declare namespace HistoryEntry {
  type Props = {
    row: HistoryRow
    /** Set while the time is told as so long ago. */
    nowMs?: number | undefined
    /** In px; as high as its content by default. */
    height?: number
    /** Where a row of a virtual list stands, px from the list's beginning. */
    top?: number | undefined
    /** Its place in the list, of which only a part is rendered; the first is 1. */
    position?: number
    /** How many the list has; -1 if that is not known. */
    count?: number
    /** Whether its drawer is open. */
    isOpen?: boolean
    onOpen?: (quoteId: string) => void
  }
}

/** The status, with the reason of a failure below it. */
function describeStatus(row: HistoryRow): ReactNode {
  const { tone, word, name } = getStatusStyle(
    getToldStatus(row.status, { wasCharged: row.wasTaken }),
  )
  const colour = tone === undefined ? '' : `chip-${tone}`
  if (row.failReason === undefined)
    return <span className={`status chip ${colour} chip-of-${name}`}>{word}</span>
  return (
    <span className="status">
      <span className={`chip ${colour} chip-of-${name}`}>{word}</span>
      <span className="reason">{getFailLabel(row.failReason, row)}</span>
    </span>
  )
}

/** Px of a row's lines: rows of a virtual list have to say how high they are. */
const lineHeights = {
  wide: { row: 68, reason: 12 },
  narrow: { row: 152, reason: 46 },
} as const

/** Returns the height of a row, px. */
export function getEntryHeight(
  row: { hasReason: boolean },
  width: keyof typeof lineHeights,
): number {
  const heights = lineHeights[width]
  return heights.row + (row.hasReason ? heights.reason : 0)
}

/** Whether a click opens here; with a key or another button it is the browser's. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
