import type { CSSProperties } from 'react'

import { type ChainIdentity, getChainColour } from './chainIdentity.ts'
import type { FlowLegData, FlowState } from './flowContext.ts'
import { computeFlowGeometry, createFlowPathBuilder } from './flowGeometry.ts'

const length = 104
const span = 34
const paths = createFlowPathBuilder('right')

/**
 * A flow for a row of a long list, 104 by 34 px: one element for each leg and one around them.
 * Decorative, as the row says the same in words.
 */
export function MiniFlow(props: MiniFlow.Props) {
  const { legs, destination, hasFailed = false } = props
  const { lanes, merge } = computeFlowGeometry({
    values: legs.map(({ valueUsd }) => valueUsd),
    feeUsd: 0,
    length,
    span,
    trunk: legs.length === 1 ? 16 : 20,
    minWidth: 4,
    mergeAt: 0.5,
  })
  return (
    <span className={`mini-flow ${hasFailed ? 'broken' : ''}`} aria-hidden>
      {legs.map((leg, index) => {
        const lane = lanes[index]
        if (!lane) return null
        const source = { along: 0, from: lane.source, to: lane.source + lane.width }
        const joint = { along: merge, from: lane.merge, to: lane.merge + lane.width }
        const target = { along: length, from: lane.target, to: lane.target + lane.targetWidth }
        const rest = hasFailed ? '' : paths.ribbon(joint, target)
        const style: CSSProperties = {
          clipPath: `path("${paths.ribbon(source, joint)}${rest}")`,
          background: paint(leg, destination),
        }
        return <i key={leg.chain.chain + index} style={style} />
      })}
    </span>
  )
}

export declare namespace MiniFlow {
  type Props = {
    legs: readonly FlowLegData[]
    destination: ChainIdentity
    /** Nothing was delivered: the flow ends in a cross. */
    hasFailed?: boolean
  }
}

/** Solid is what happened; the rest is dashed, and what came back is hatched. */
function paint({ chain, state }: FlowLegData, destination: ChainIdentity): string {
  const [from, to] = [getChainColour(chain), getChainColour(destination)]
  switch (state satisfies FlowState) {
    case 'done':
      return `linear-gradient(90deg, ${from} 27%, ${to} 93%)`
    case 'moving':
      return `linear-gradient(90deg, ${from} 30%, transparent 42%), ${dash(90, to)}`
    case 'planned':
    case 'waiting':
      return dash(90, from)
    case 'returned':
    case 'failed':
      return dash(135, from)
  }
}

function dash(angle: number, colour: string): string {
  return `repeating-linear-gradient(${angle}deg, ${colour} 0 3px, transparent 3px 7px)`
}
