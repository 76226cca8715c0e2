/** One line of `npm run bench`: what was measured, against which floor, and the bar it must meet. */
export type BenchRow = {
  what: string
  measured: number
  /** Measured in the same run; absent when the goal is an absolute figure. */
  floor?: { what: string; value: number }
  /** Not more than this, in the unit of `measured`; absent for a row that is there for scale. */
  bar?: number
  unit: 'ms' | 's' | 'kB' | 'MB' | 'requests'
}

/** Gives the rows as text for a terminal: figure, ratio to the floor, bar, met or not. */
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
