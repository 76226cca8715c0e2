/** The flow runs to the right on wide screens and downwards on narrow ones. */
export type FlowDirection = 'right' | 'down'

/** Input of the layout; in px, `length` along the flow and `span` across it. */
export type FlowInput = {
  /** Value of each leg in US dollars, in the order drawn. */
  values: readonly number[]
  feeUsd: number
  length: number
  span: number
  /** Width of all legs at the merge point. */
  trunk: number
  /** Minimum width of a leg. */
  minWidth: number
  /** Position of the merge point, as a part of the length. */
  mergeAt: number
  /** Centre of each leg at its source; if absent, the gaps between the legs are even over the span. */
  slots?: readonly number[] | undefined
  /** Centre of the trunk, as a part of the span; unused with slots. */
  bias?: number
}

/** Position of one leg across the flow: at its source, at the merge point and at the target. */
export type FlowLane = {
  width: number
  source: number
  merge: number
  target: number
  targetWidth: number
}

/** Layout of the whole flow. */
export type FlowGeometry = {
  lanes: readonly FlowLane[]
  /** Centre of each leg at its source. */
  centres: readonly number[]
  merge: number
  centre: number
  width: number
  targetWidth: number
  feeWidth: number
}

/** Computes the layout. Widths are in proportion to fiat value, never below the minimum. */
export function computeFlowGeometry(input: FlowInput): FlowGeometry {
  const { values, feeUsd, length, span, trunk, minWidth, mergeAt, slots, bias = 0.5 } = input
  const total = values.reduce((sum, value) => sum + value, 0)
  const scale = total > 0 ? trunk / total : 0
  const widths = values.map((value) => Math.max(minWidth, value * scale))
  const width = widths.reduce((sum, value) => sum + value, 0)
  const gap = (span - width) / values.length
  const centres =
    slots ??
    widths.map((own, index) => {
      const before = widths.slice(0, index).reduce((sum, value) => sum + value, 0)
      return before + own / 2 + gap * (index + 0.5)
    })
  const centre = slots
    ? slots.reduce((sum, slot) => sum + slot, 0) / Math.max(1, slots.length)
    : span * bias
  const feeWidth = feeUsd > 0 ? Math.min(width / 3, Math.max(2.25, feeUsd * scale)) : 0
  const targetWidth = width - feeWidth
  let at = centre - width / 2
  let end = centre - targetWidth / 2
  const lanes = widths.map((laneWidth, index) => {
    const laneTargetWidth = width > 0 ? (laneWidth * targetWidth) / width : 0
    const lane = {
      width: laneWidth,
      source: (centres[index] ?? 0) - laneWidth / 2,
      merge: at,
      target: end,
      targetWidth: laneTargetWidth,
    }
    at += laneWidth
    end += laneTargetWidth
    return lane
  })
  return {
    lanes,
    centres,
    // Legs and trunk meet here: within a pixel both would be drawn half, as a seam.
    merge: Math.round(length * mergeAt),
    centre,
    width,
    targetWidth,
    feeWidth,
  }
}

/** Returns the contour lines of a flow: distance from its edge (3, 7 and 13 px) and strength. */
export function getWaterlines(width: number): readonly { at: number; strength: number }[] {
  const lines = [
    { from: 3, strength: 1 },
    { from: 7, strength: 0.7 },
    { from: 13, strength: 0.42 },
  ]
    .filter(({ from }) => width > from * 2 + 3)
    .flatMap(({ from, strength }) => [
      { at: from, strength },
      { at: width - from, strength },
    ])
  return lines.length === 0 && width > 8 ? [{ at: width / 2, strength: 0.8 }] : lines
}

/** A point of the flow: along it and across it. */
export type FlowPoint = { along: number; across: number }

/** Writes SVG paths in the direction of the flow. */
export type FlowPathBuilder = {
  point(at: FlowPoint): { x: number; y: number }
  /** A smooth line between two points; `ease` is the length of the straight part at each end. */
  edge(from: FlowPoint, to: FlowPoint, ease?: readonly [number, number]): string
  /** The area between two cross-sections, bounded by smooth lines. */
  ribbon(first: FlowSide, second: FlowSide, ease?: readonly [number, number]): string
}

/** A cross-section: its position along the flow and its two edges. */
export type FlowSide = { along: number; from: number; to: number }

const legEase = [0.54, 0.46] as const

/** Creates the path builder for flows in this direction. */
export function createFlowPathBuilder(direction: FlowDirection): FlowPathBuilder {
  function formatPoint(along: number, across: number): string {
    return direction === 'right'
      ? `${round(along)} ${round(across)}`
      : `${round(across)} ${round(along)}`
  }
  function formatCurve(from: FlowPoint, to: FlowPoint, ease: readonly [number, number]): string {
    const run = to.along - from.along
    return `C${formatPoint(from.along + run * ease[0], from.across)} ${formatPoint(to.along - run * ease[1], to.across)} ${formatPoint(to.along, to.across)}`
  }
  return {
    point({ along, across }) {
      return direction === 'right' ? { x: along, y: across } : { x: across, y: along }
    },
    edge(from, to, ease = legEase) {
      return `M${formatPoint(from.along, from.across)}${formatCurve(from, to, ease)}`
    },
    ribbon(first, second, ease = legEase) {
      const out = formatCurve(
        { along: first.along, across: first.from },
        { along: second.along, across: second.from },
        ease,
      )
      const back = formatCurve(
        { along: second.along, across: second.to },
        { along: first.along, across: first.to },
        [ease[1], ease[0]],
      )
      return `M${formatPoint(first.along, first.from)}${out}L${formatPoint(second.along, second.to)}${back}Z`
    },
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
