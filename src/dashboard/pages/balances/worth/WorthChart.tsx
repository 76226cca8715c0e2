import type { WorthPoint } from './computeWorth.ts'

const width = 352
const height = 96
/** Room above and below the line, px. */
const margin = 6

/** A line over time, its lowest value at the bottom. Decorative, as a table has the values. */
export function WorthChart(props: WorthChart.Props) {
  const { points } = props
  const line = drawLine(points)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="mt-3 h-24 w-full"
      aria-hidden
    >
      <path d={`${line}V${height}H0Z`} fill="var(--channel-tint)" />
      <path
        d={line}
        fill="none"
        stroke="var(--channel)"
        strokeWidth={1.75}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

export declare namespace WorthChart {
  /** Oldest first. */
  type Props = { points: readonly WorthPoint[] }
}

function drawLine(points: readonly WorthPoint[]): string {
  const values = points.map(({ valueUsd }) => valueUsd)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const [from, to] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0]
  const places = points.map(({ atMs, valueUsd }) => {
    const x = to > from ? ((atMs - from) / (to - from)) * width : 0
    const part = most > least ? (valueUsd - least) / (most - least) : 0.5
    const y = height - margin - part * (height - 2 * margin)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${places.join('L')}`
}
