import { LoaderCircle } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { getHistoryTime } from '../../../api/service/historyFilter.ts'
import { Button } from '../../../components/forms/Button.tsx'
import { Icon } from '../../../components/forms/Icon.tsx'
import { formatDay } from '../../../components/status/formatTime.ts'
import { useNow } from '../../../components/status/useNow.ts'
import { translate } from '../../../language/translate.ts'
import { getEntryHeight, HistoryEntry } from './HistoryEntry.tsx'
import { type HistoryRow, type RowNames, toHistoryRow } from '../rows/historyRow.ts'
import { layOutLines, type Line, type LineRange, type Lines, listLines } from './rowWindow.ts'
import { useFocusedRow } from './useFocusedRow.ts'
import { useIsNarrow, useLineRange } from './useLineRange.ts'

/** Executions of the last hour say how long ago they were. */
const hour = 3_600_000

/**
 * Entries grouped by day, of which only those in view are rendered; scrolling to the end loads more.
 * Arrow keys move between them.
 */
export function HistoryList(props: HistoryList.Props) {
  const { records, names, more, openId, onOpen } = props
  const { order } = names
  const isNarrow = useIsNarrow()
  const list = useRef<HTMLDivElement>(null)
  const now = useNow(10_000)
  const layout = useMemo(
    () =>
      layOutLines(records, {
        getTime: (record) => getHistoryTime(record, order),
        getHeight: (record) =>
          getEntryHeight(
            { hasReason: record.failReason !== undefined },
            isNarrow ? 'narrow' : 'wide',
          ),
        firstDay: 36,
        laterDay: 64,
      }),
    [records, order, isNarrow],
  )
  const range = useLineRange(list, layout)
  const getRow = useMemo(() => createRows(names), [names])
  const focused = useFocusedRow(records, layout)
  const shown = groupLines(layout, range, focused.line)
  const height = layout.offsets.at(-1) ?? 0
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between its links */}
      <div
        ref={list}
        className="relative border-b border-line"
        style={{ height, paddingTop: layout.offsets[range.first] ?? 0 }}
        {...focused.handlers}
      >
        {shown.map(({ atMs, heading, rows }) => {
          const label = formatDay(atMs, now)
          return (
            <section key={new Date(atMs).toDateString()} aria-label={label}>
              {heading !== undefined && (
                <h2
                  className="flex items-end px-3 pb-2.5 text-sm font-semibold text-ink-2 max-md:px-0"
                  style={{ height: heading }}
                >
                  {label}
                </h2>
              )}
              <ul aria-label={translate('Executions, {day}', { day: label })}>
                {rows.map(({ index, height: rowHeight, top }) => {
                  const record = records[index]
                  const row = record && getRow(record)
                  return (
                    row && (
                      <HistoryEntry
                        key={row.quoteId}
                        row={row}
                        nowMs={now - row.atMs < hour ? now : undefined}
                        height={rowHeight}
                        top={top}
                        position={index + 1}
                        count={more.hasMore ? -1 : records.length}
                        isOpen={row.quoteId === openId}
                        onOpen={onOpen}
                      />
                    )
                  )
                })}
              </ul>
            </section>
          )
        })}
      </div>
      <End {...more} />
    </>
  )
}

export declare namespace HistoryList {
  type Props = {
    records: readonly HistoryRecord[]
    names: RowNames
    more: { hasMore: boolean; isLoading: boolean; load: () => void }
    /** Quote id of the execution in the drawer. */
    openId: string
    onOpen: (quoteId: string) => void
  }
}

/** Rows are made once, so that those that stay in view are not rendered again while it scrolls. */
function createRows(names: RowNames): (record: HistoryRecord) => HistoryRow {
  const made = new WeakMap<HistoryRecord, HistoryRow>()
  return (record) => {
    const known = made.get(record)
    if (known) return known
    const row = toHistoryRow(record, names)
    made.set(record, row)
    return row
  }
}

type ShownDay = {
  atMs: number
  /** Height of the heading; undefined while it is out of view. */
  heading: number | undefined
  rows: readonly ShownRow[]
}

/** `top` is set for a row that is kept outside of the view. */
type ShownRow = { index: number; height: number; top?: number | undefined }

function groupLines(
  { lines, offsets }: Lines,
  range: LineRange,
  focused: number | undefined,
): readonly ShownDay[] {
  const days: (ShownDay & { rows: ShownRow[] })[] = []
  let before = -1
  for (const at of listLines(lines, range, focused)) {
    const line = lines[at]
    if (!line) break
    const top = offsets[at] ?? 0
    const height = (offsets[at + 1] ?? 0) - top
    if (line.kind === 'day') {
      days.push({ atMs: line.atMs, heading: height, rows: [] })
      before = at
      continue
    }
    const isKept = at < range.first || at >= range.end
    const last = days.at(-1)
    const atMs = last && at === before + 1 ? last.atMs : findDay(lines, at)
    const day = last?.atMs === atMs ? last : { atMs, heading: undefined, rows: [] }
    if (day !== last) days.push(day)
    day.rows.push({ index: line.index, height, top: isKept ? top : undefined })
    before = at
  }
  return days
}

/** The day of a row whose heading is out of view. */
function findDay(lines: readonly Line[], at: number): number {
  for (let before = at; before >= 0; before -= 1) {
    const line = lines[before]
    if (line?.kind === 'day') return line.atMs
  }
  return 0
}

function End(props: HistoryList.Props['more']) {
  const { hasMore, isLoading, load } = props
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = end.current
    if (!node || !hasMore || isLoading) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load()
      },
      { rootMargin: '400px' },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [hasMore, isLoading, load])
  return (
    <div ref={end} className="flex items-center justify-center gap-2.5 py-8 text-sm text-ink-3">
      {isLoading && (
        <>
          <Icon of={LoaderCircle} size={16} spin className="text-channel" />
          {translate('Loading older')}
        </>
      )}
      {!isLoading && hasMore && (
        <Button size="sm" onClick={load}>
          {translate('Load older')}
        </Button>
      )}
      {!hasMore && translate('End of history')}
    </div>
  )
}
