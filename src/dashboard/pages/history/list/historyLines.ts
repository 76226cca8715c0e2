/** One line of the list: an execution, or the heading of its day. */
export type Line = {
  /** Its place in the records, from 0 on; undefined for a heading. */
  index: number | undefined
  /** When the newest execution of its day was, Unix milliseconds. */
  dayMs: number
  /** Px. */
  height: number
}

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
): readonly Line[] {
  const lines: Line[] = []
  let dayMs = Infinity
  let dayStart = Infinity
  let dayEnd = -Infinity
  records.forEach((record, index) => {
    const atMs = layout.getTime(record)
    // A day is computed once: dates are slow, and records stand in order.
    if (atMs < dayStart || atMs >= dayEnd) {
      dayMs = atMs
      ;[dayStart, dayEnd] = getDay(atMs)
      const height = lines.length === 0 ? layout.firstDay : layout.laterDay
      lines.push({ index: undefined, dayMs, height })
    }
    lines.push({ index, dayMs, height: layout.getHeight(record) })
  })
  return lines
}

function getDay(atMs: number): [start: number, end: number] {
  const day = new Date(atMs)
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()]
  return [new Date(year, month, date).getTime(), new Date(year, month, date + 1).getTime()]
}

/**
 * Returns the line of the next row above (-1) or below (1) a line, past the heading of a day;
 * undefined at the ends.
 */
export function findRow(lines: readonly Line[], from: number, step: 1 | -1): number | undefined {
  for (let at = from + step; at >= 0 && at < lines.length; at += step)
    if (lines[at]?.index !== undefined) return at
  return undefined
}

/**
 * Adds to the lines of a view a row outside of it with its neighbours, which Tab leads to; in the
 * order of the list.
 */
export function addKeptRow(
  lines: readonly Line[],
  inView: readonly number[],
  kept: number | undefined,
): number[] {
  if (kept === undefined) return [...inView]
  const near = [findRow(lines, kept, -1), kept, findRow(lines, kept, 1)]
  const all = new Set([...inView, ...near.filter((at) => at !== undefined)])
  return [...all].toSorted((a, b) => a - b)
}
