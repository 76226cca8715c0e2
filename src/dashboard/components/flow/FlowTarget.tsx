import { getChainColour } from './chainIdentity.ts'
import type { FlowLegData, FlowContext } from './flowContext.ts'
import { FlowGradient } from './FlowGradient.tsx'
import { getWaterlines } from './flowGeometry.ts'

const targetEase = [0.4, 0.4] as const

/** The flow from the merge point to the destination, and the fee that branches off. */
export function FlowTarget(props: FlowTarget.Props) {
  const { flow, legs, fee } = props
  const { id, paths, geometry, direction, length, destination } = flow
  const { merge, centre, width, targetWidth } = geometry
  const from = centre - width / 2
  const to = centre - targetWidth / 2
  const isLit = destination.state === 'done'
  const tint = destination.state === 'waiting' ? 0.13 : destination.state === 'moving' ? 0.2 : 0.24
  return (
    <g>
      <defs>
        {legs.map((leg, index) => (
          <FlowGradient
            key={leg.chain.chain + index}
            id={`${id}d${index}`}
            direction={direction}
            from={merge * 0.55}
            to={length * 0.93}
            stops={[
              [0, getChainColour(leg.chain)],
              [1, getChainColour(destination.chain)],
            ]}
          />
        ))}
      </defs>
      {legs.map((leg, index) => {
        const lane = geometry.lanes[index]
        if (!lane) return null
        const area = paths.ribbon(
          { along: merge, from: lane.merge, to: lane.merge + lane.width },
          { along: length, from: lane.target, to: lane.target + lane.targetWidth },
          targetEase,
        )
        const paint = `url(#${id}d${index})`
        return (
          <path
            key={leg.chain.chain + index}
            d={area}
            fill={paint}
            opacity={isLit ? 1 : tint}
            stroke={isLit ? paint : undefined}
            strokeWidth={isLit ? 0.5 : undefined}
          />
        )
      })}
      {destination.state === 'moving' ? (
        <TargetCurrent flow={flow} />
      ) : (
        <TargetWaterlines flow={flow} />
      )}
      {!isLit &&
        [0, 1].map((side) => (
          <path
            key={side}
            d={paths.edge(
              { along: merge, across: from + width * side },
              { along: length, across: to + targetWidth * side },
              targetEase,
            )}
            fill="none"
            stroke={`url(#${id}d${side === 0 ? 0 : legs.length - 1})`}
            strokeWidth={1.25}
            strokeDasharray={destination.state === 'waiting' ? '3 4' : undefined}
          />
        ))}
      {fee.usd > 0 && <FeeBranch flow={flow} fee={fee} />}
    </g>
  )
}

export declare namespace FlowTarget {
  type Props = {
    flow: FlowContext
    legs: readonly FlowLegData[]
    fee: { usd: number; state: 'planned' | 'done' }
  }
}

function TargetWaterlines(props: { flow: FlowContext }) {
  const { id, paths, geometry, direction, length, destination } = props.flow
  const { merge, centre, width, targetWidth } = geometry
  const isLit = destination.state === 'done'
  const colour = isLit ? 'var(--waterline)' : getChainColour(destination.chain)
  const strength = isLit ? 1 : destination.state === 'waiting' ? 0.4 : 0.65
  return (
    <>
      <defs>
        <FlowGradient
          id={`${id}ww`}
          direction={direction}
          from={merge}
          to={length}
          stops={[
            [0.02, colour, 0],
            [0.35, colour],
          ]}
        />
      </defs>
      {getWaterlines(targetWidth).map((line) => (
        <path
          key={line.at}
          d={paths.edge(
            { along: merge, across: centre - width / 2 + (width * line.at) / targetWidth },
            { along: length, across: centre - targetWidth / 2 + line.at },
            targetEase,
          )}
          fill="none"
          stroke={`url(#${id}ww)`}
          strokeWidth={isLit ? 1 : 0.9}
          opacity={strength * line.strength}
        />
      ))}
    </>
  )
}

function TargetCurrent(props: { flow: FlowContext }) {
  const { paths, geometry, length, destination } = props.flow
  const { merge, centre, width, targetWidth } = geometry
  const lines = Math.max(2, Math.round(targetWidth / 12) - 1)
  return Array.from({ length: lines }, (_, line) => {
    const part = (line + 1) / (lines + 1)
    return (
      <path
        key={part}
        className="animate-current"
        d={paths.edge(
          { along: merge, across: centre - width / 2 + width * part },
          { along: length, across: centre - targetWidth / 2 + targetWidth * part },
          targetEase,
        )}
        fill="none"
        stroke={getChainColour(destination.chain)}
        strokeWidth={1.6}
        strokeDasharray="5 7"
      />
    )
  })
}

function FeeBranch(props: { flow: FlowContext; fee: { state: 'planned' | 'done' } }) {
  const { paths, geometry, length, span, direction } = props.flow
  const { merge, centre, width, feeWidth } = geometry
  const start = centre + width / 2 + feeWidth / 2 - 0.5
  const isDown = direction === 'down'
  const end = { along: length * (isDown ? 0.86 : 0.8), across: isDown ? span * 0.86 : span - 6 }
  return (
    <path
      d={paths.edge({ along: merge, across: start }, end, [0.52, 0.58])}
      fill="none"
      stroke="var(--buff)"
      strokeWidth={feeWidth}
      strokeLinecap="round"
      strokeDasharray={props.fee.state === 'done' ? undefined : '0.5 5'}
    />
  )
}
