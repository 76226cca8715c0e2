import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { LoaderCircle } from 'lucide-react'
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { getHistoryTime } from '../../../api/service/historyFilter.ts'
import { Button } from '../../../components/forms/Button.tsx'
import { Icon } from '../../../components/forms/Icon.tsx'
import { formatDay } from '../../../components/status/formatTime.ts'
import { useNow } from '../../../components/status/useNow.ts'
import { translate } from '../../../language/translate.ts'
import { getEntryHeight, HistoryEntry } from './HistoryEntry.tsx'
import { type HistoryRow, type RowNames, toHistoryRow } from '../rows/historyRow.ts'
import { addKeptRow, layOutLines, type Line } from './historyLines.ts'
import { useFocusedRow } from './useFocusedRow.ts'

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
  const lines = useMemo(
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
  const getRow = useMemo(() => createRows(names), [names])
  const focused = useFocusedRow(records, lines)
  const { items, height } = useShownLines(list, lines, focused.line)
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between its links */}
      <div
        ref={list}
        className="relative border-b border-line"
        style={{ height }}
        {...focused.handlers}
      >
        {groupLines(lines, items).map(({ dayMs, heading, rows }) => {
          const label = formatDay(dayMs, now)
          return (
            <section key={dayMs} aria-label={label}>
              {heading && (
                <h2
                  className="absolute inset-x-0 flex items-end px-3 pb-2.5 text-sm font-semibold text-ink-2 max-md:px-0"
                  style={{ top: heading.start, height: heading.size }}
                >
                  {label}
                </h2>
              )}
              <ul aria-label={translate('Executions, {day}', { day: label })}>
                {rows.map(({ index, start, size }) => {
                  const record = records[index]
                  const row = record && getRow(record)
                  return (
                    row && (
                      <HistoryEntry
                        key={row.quoteId}
                        row={row}
                        nowMs={now - row.atMs < hour ? now : undefined}
                        height={size}
                        top={start}
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

/** Where a line stands: px from the list's beginning, and its height. */
type Place = Pick<VirtualItem, 'start' | 'size'>

/** Follows which lines are in the window's view; the line with the focus is one of them. */
function useShownLines(
  list: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  focused: number | undefined,
): { items: readonly (Place & { index: number })[]; height: number } {
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    function measure() {
      const { top = 0 } = list.current?.getBoundingClientRect() ?? {}
      setMargin(Math.round(top + window.scrollY))
    }
    measure()
    // What stands above the list changes its height, such as notes.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  // oxlint-disable-next-line react/incompatible-library -- its items are read in the same render
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (at) => lines[at]?.height ?? 0,
    // Another function for other lines: their heights are then read anew.
    getItemKey: useCallback((at: number) => lines[at]?.index ?? `day ${lines[at]?.dayMs}`, [lines]),
    scrollMargin: margin,
    overscan: 1,
    rangeExtractor: (range) => addKeptRow(lines, defaultRangeExtractor(range), focused),
  })
  const items = virtualizer.getVirtualItems().map(({ index, start, size }) => {
    return { index, start: start - margin, size }
  })
  return { items, height: virtualizer.getTotalSize() }
}

type ShownDay = {
  dayMs: number
  /** Undefined while the heading is out of view. */
  heading: Place | undefined
  rows: (Place & { index: number })[]
}

function groupLines(
  lines: readonly Line[],
  items: readonly (Place & { index: number })[],
): readonly ShownDay[] {
  const days: ShownDay[] = []
  for (const { index: at, ...place } of items) {
    const { index, dayMs = 0 } = lines[at] ?? {}
    const last = days.at(-1)
    const day = last?.dayMs === dayMs ? last : { dayMs, heading: undefined, rows: [] }
    if (day !== last) days.push(day)
    if (index === undefined) day.heading = place
    else day.rows.push({ index, ...place })
  }
  return days
}

const narrow = '(max-width: 47.99rem)'

/** Whether the page has the width of a phone. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(watchWidth, () => window.matchMedia(narrow).matches)
}

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
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
