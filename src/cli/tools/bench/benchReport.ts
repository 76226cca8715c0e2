/** One line of `npm run bench`: a measurement, its baseline (`floor`) and its limit (`bar`). */
export type BenchRow = {
  what: string
  measured: number
  /** Baseline of the same run; absent for absolute goals. */
  floor?: { what: string; value: number }
  /** Maximum, in the unit of `measured`; absent for rows without a goal. */
  bar?: number
  unit: 'ms' | 's' | 'kB' | 'MB' | 'requests'
}

/** Formats rows for a terminal: value, ratio to the floor, whether the limit is met. */
export function renderReport(rows: readonly BenchRow[]): string {
  return rows.map(renderRow).join('\n')
}

function renderRow({ what, measured, floor, bar, unit }: BenchRow): string {
  const ratio =
    floor === undefined
      ? ''
      : `, ${(measured / floor.value).toFixed(2)} x ${floor.what} (${floor.value.toFixed(1)} ${unit})`
  const verdict =
    bar === undefined
      ? ''
      : `; bar ${bar.toFixed(1)} ${unit}: ${measured <= bar ? 'met' : 'MISSED'}`
  return `${what}: ${measured.toFixed(1)} ${unit}${ratio}${verdict}`
}
