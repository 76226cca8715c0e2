import type { FlowDirection } from './flowGeometry.ts'

/** A gradient along the flow between two positions of its length. */
export function FlowGradient(props: FlowGradient.Props) {
  const { id, direction, from, to, stops } = props
  const ends =
    direction === 'right' ? { x1: from, x2: to, y1: 0, y2: 0 } : { x1: 0, x2: 0, y1: from, y2: to }
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" {...ends}>
      {stops.map(([offset, colour, opacity]) => (
        <stop key={offset} offset={offset} stopColor={colour} stopOpacity={opacity ?? 1} />
      ))}
    </linearGradient>
  )
}

export declare namespace FlowGradient {
  type Props = {
    id: string
    direction: FlowDirection
    from: number
    to: number
    /** Offset, colour, opacity. */
    stops: readonly (readonly [number, string, number?])[]
  }
}
