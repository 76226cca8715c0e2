import { useId } from 'react'

import { getChainColour, type ChainIdentity } from './chainIdentity.ts'
import { FlowLeg } from './FlowLeg.tsx'
import { FlowTarget } from './FlowTarget.tsx'
import { type FlowDirection, computeFlowGeometry, createFlowPathBuilder } from './flowGeometry.ts'
import type { FlowState, FlowLegData, FlowContext } from './flowContext.ts'

/**
 * A quote or execution as a Sankey diagram: legs in their chains' colours, to scale, that merge and
 * run to the destination; the fee branches off. Decorative: the text next to it says the same.
 */
export function Flow(props: Flow.Props) {
  const { legs, destination, feeUsd = 0, feeState = 'planned', direction = 'right' } = props
  const { length, span, trunk = 110, minWidth = 8, mergeAt = 0.5, slots, bias } = props
  const { hasFailed = false, terminal = 5 } = props
  const id = `flow${useId().replace(/\W/g, '')}`
  const geometry = computeFlowGeometry({
    values: legs.map(({ valueUsd }) => valueUsd),
    feeUsd,
    length,
    span,
    trunk,
    minWidth,
    mergeAt,
    slots,
    ...(bias !== undefined && { bias }),
  })
  const paths = createFlowPathBuilder(direction)
  const flow = { id, geometry, paths, direction, length, span, destination, hasFailed }
  const width = direction === 'right' ? length : span
  const height = direction === 'right' ? span : length
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="overflow-visible"
      aria-hidden
    >
      {!hasFailed && <FlowTarget flow={flow} legs={legs} fee={{ usd: feeUsd, state: feeState }} />}
      {legs.map((leg, index) => (
        <FlowLeg key={leg.chain.chain + index} flow={flow} leg={leg} index={index} />
      ))}
      {terminal > 0 &&
        legs.map((leg, index) => {
          const lane = geometry.lanes[index]
          if (!lane) return null
          const at = paths.point({ along: 0, across: lane.source })
          const size =
            direction === 'right'
              ? { width: terminal, height: lane.width }
              : { width: lane.width, height: terminal }
          return (
            <rect
              key={leg.chain.chain + index}
              {...at}
              {...size}
              fill={getChainColour(leg.chain)}
            />
          )
        })}
      {terminal > 0 && !hasFailed && (
        <rect
          {...paths.point({
            along: length - terminal,
            across: geometry.centre - geometry.targetWidth / 2,
          })}
          width={direction === 'right' ? terminal : geometry.targetWidth}
          height={direction === 'right' ? geometry.targetWidth : terminal}
          fill={getChainColour(destination.chain)}
        />
      )}
      {hasFailed && <FlowBreak flow={flow} />}
    </svg>
  )
}

export declare namespace Flow {
  type Props = {
    legs: readonly FlowLegData[]
    destination: { chain: ChainIdentity; state: FlowState }
    feeUsd?: number
    feeState?: 'planned' | 'done'
    direction?: FlowDirection
    /** Length from the sources to the target, px. */
    length: number
    /** Extent across the flow, px. */
    span: number
    /** Width of all legs at the merge point, px. */
    trunk?: number
    minWidth?: number
    mergeAt?: number
    /** Centre of each leg at its source, px. */
    slots?: readonly number[]
    bias?: number
    /** Nothing was delivered: the flow ends in a cross. */
    hasFailed?: boolean
    /** Length of the solid ends, px; 0 for none. */
    terminal?: number
  }
}

function FlowBreak(props: { flow: FlowContext }) {
  const { paths, geometry, length } = props.flow
  const arm = 4.5
  const { x, y } = paths.point({
    along: geometry.merge + 18,
    across: geometry.centre,
  })
  const from = paths.point({ along: geometry.merge + 42, across: geometry.centre })
  const to = paths.point({ along: length - 2, across: geometry.centre })
  return (
    <>
      <circle cx={x} cy={y} r={13} fill="var(--flare)" />
      <path
        d={`M${x - arm} ${y - arm}l9 9M${x + arm} ${y - arm}l-9 9`}
        stroke="var(--on-flare)"
        strokeWidth={2}
        strokeLinecap="round"
      />
      <path
        d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
        stroke="var(--line-strong)"
        strokeWidth={1.25}
        strokeDasharray="2 6"
        strokeLinecap="round"
      />
    </>
  )
}
