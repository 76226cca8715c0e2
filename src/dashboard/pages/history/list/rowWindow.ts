/** One line of the virtual list: the heading of a day, or an execution. */
export type Line =
  | { kind: 'day'; atMs: number }
  /** `index` counts from 0 in the records. */
  | { kind: 'row'; index: number }

/** The lines of a list, and where each begins; `offsets` has one more entry, the whole height. */
export type Lines = { lines: readonly Line[]; offsets: Float64Array }

/** Lines that are rendered: from `first` up to and not including `end`. */
export type LineRange = { first: number; end: number }

/**
 * Lays out executions, newest first, with a heading before each day of this browser's time zone.
 *
 * @param layout.getTime - Unix milliseconds of a record.
 * @param layout.getHeight - Height of a record's row; all heights are px.
 */
export function layOutLines<record>(
  records: readonly record[],
  layout: {
    getTime: (record: record) => number
    getHeight: (record: record) => number
    firstDay: number
    laterDay: number
  },
): Lines {
  const lines: Line[] = []
  const heights: number[] = []
  let dayStart = Infinity
  let dayEnd = -Infinity
  records.forEach((record, index) => {
    const atMs = layout.getTime(record)
    // A day is computed once: dates are slow, and records stand in order.
    if (atMs < dayStart || atMs >= dayEnd) {
      ;[dayStart, dayEnd] = getDay(atMs)
      heights.push(lines.length === 0 ? layout.firstDay : layout.laterDay)
      lines.push({ kind: 'day', atMs })
    }
    heights.push(layout.getHeight(record))
    lines.push({ kind: 'row', index })
  })
  const offsets = new Float64Array(lines.length + 1)
  heights.forEach((height, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + height
  })
  return { lines, offsets }
}

function getDay(atMs: number): [start: number, end: number] {
  const day = new Date(atMs)
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()]
  return [new Date(year, month, date).getTime(), new Date(year, month, date + 1).getTime()]
}

/**
 * Returns the lines that touch a part of the list, and `spare` more on each side.
 *
 * @param view - Where the visible part begins and ends, px from the list's beginning.
 */
export function findRange(
  { lines, offsets }: Lines,
  view: { top: number; bottom: number; spare: number },
): LineRange {
  const first = findLine(offsets, view.top)
  const last = findLine(offsets, view.bottom)
  return {
    first: Math.max(0, first - view.spare),
    end: Math.min(lines.length, last + 1 + view.spare),
  }
}

/**
 * Returns the line of the next row above (-1) or below (1) a line, past the heading of a day;
 * undefined at the ends.
 */
export function findRow(lines: readonly Line[], from: number, step: 1 | -1): number | undefined {
  for (let at = from + step; at >= 0 && at < lines.length; at += step)
    if (lines[at]?.kind === 'row') return at
  return undefined
}

/**
 * Returns the lines of a range and, outside of it, a row with its neighbours, which Tab leads to; in
 * the order of the list.
 */
export function listLines(
  lines: readonly Line[],
  { first, end }: LineRange,
  kept: number | undefined,
): readonly number[] {
  const inside = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
  if (kept === undefined) return inside
  const near = [findRow(lines, kept, -1), kept, findRow(lines, kept, 1)].filter(
    (at) => at !== undefined,
  )
  return [...near.filter((at) => at < first), ...inside, ...near.filter((at) => at >= end)]
}

/** The last line that begins at or before a place, by halving. */
function findLine(offsets: Float64Array, place: number): number {
  let low = 0
  let high = Math.max(0, offsets.length - 2)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
