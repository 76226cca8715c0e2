import { getChainColour } from './chainIdentity.ts'
import type { FlowLegData, FlowContext } from './flowContext.ts'
import { FlowGradient } from './FlowGradient.tsx'
import { getWaterlines } from './flowGeometry.ts'

/** One leg from its source to the merge point, drawn by its state. */
export function FlowLeg(props: FlowLeg.Props) {
  const { flow, leg, index } = props
  const { id, paths, geometry, direction, length, destination } = flow
  const lane = geometry.lanes[index]
  if (!lane) return null
  const end = geometry.merge
  const colour = getChainColour(leg.chain)
  const blend = `${id}c${index}`
  const area = paths.ribbon(
    { along: 0, from: lane.source, to: lane.source + lane.width },
    { along: end, from: lane.merge, to: lane.merge + lane.width },
  )
  const isDone = leg.state === 'done'
  const tint = leg.state === 'waiting' ? 0.13 : leg.state === 'planned' ? 0.24 : 0.17
  return (
    <g>
      <defs>
        <FlowGradient
          id={blend}
          direction={direction}
          from={end * 0.55}
          to={length * 0.93}
          stops={[
            [0, colour],
            [1, getChainColour(destination.chain)],
          ]}
        />
      </defs>
      <path
        d={area}
        fill={`url(#${blend})`}
        opacity={isDone ? 1 : tint}
        stroke={isDone ? `url(#${blend})` : undefined}
        strokeWidth={isDone ? 0.5 : undefined}
      />
      {leg.state === 'moving' && <FlowCrest {...props} area={area} />}
      {(leg.state === 'returned' || leg.state === 'failed') && <FlowHatch {...props} area={area} />}
      {(isDone || leg.state === 'planned' || leg.state === 'waiting') && (
        <FlowWaterlines {...props} />
      )}
      {!isDone &&
        [0, lane.width].map((offset) => (
          <path
            key={offset}
            d={paths.edge(
              { along: 0, across: lane.source + offset },
              { along: end, across: lane.merge + offset },
            )}
            fill="none"
            stroke={`url(#${blend})`}
            strokeWidth={leg.state === 'waiting' ? 1.2 : 1.25}
            strokeDasharray={leg.state === 'waiting' ? '3 4' : undefined}
          />
        ))}
    </g>
  )
}

export declare namespace FlowLeg {
  type Props = { flow: FlowContext; leg: FlowLegData; index: number }
}

function FlowWaterlines(props: FlowLeg.Props) {
  const { flow, leg, index } = props
  const { id, paths, geometry, direction } = flow
  const lane = geometry.lanes[index]
  if (!lane) return null
  const isDone = leg.state === 'done'
  const paint = `${id}w${index}`
  const colour = isDone ? 'var(--waterline)' : getChainColour(leg.chain)
  const strength = isDone ? 1 : leg.state === 'waiting' ? 0.4 : 0.65
  return (
    <>
      <defs>
        <FlowGradient
          id={paint}
          direction={direction}
          from={0}
          to={geometry.merge}
          stops={[
            [0.62, colour],
            [0.98, colour, 0],
          ]}
        />
      </defs>
      {getWaterlines(lane.width).map((line) => (
        <path
          key={line.at}
          d={paths.edge(
            { along: 0, across: lane.source + line.at },
            { along: geometry.merge, across: lane.merge + line.at },
          )}
          fill="none"
          stroke={`url(#${paint})`}
          strokeWidth={isDone ? 1 : 0.9}
          opacity={strength * line.strength}
        />
      ))}
    </>
  )
}

function FlowCrest(props: FlowLeg.Props & { area: string }) {
  const { flow, leg, index, area } = props
  const { id, paths, geometry, direction, length, span } = flow
  const lane = geometry.lanes[index]
  if (!lane) return null
  const crest = leg.crest ?? 0.35
  const colour = getChainColour(leg.chain)
  const lines = Math.max(1, Math.round(lane.width / 10) - 1)
  const size =
    direction === 'right'
      ? { width: geometry.merge, height: span }
      : { width: span, height: geometry.merge }
  const whole =
    direction === 'right' ? { width: length, height: span } : { width: span, height: length }
  return (
    <>
      <defs>
        <FlowGradient
          id={`${id}m${index}`}
          direction={direction}
          from={0}
          to={geometry.merge}
          stops={[
            [Math.max(0, crest - 0.2), 'white'],
            [crest, 'white', 0],
          ]}
        />
        <mask id={`${id}k${index}`} maskUnits="userSpaceOnUse" x={0} y={0} {...whole}>
          <rect {...size} fill={`url(#${id}m${index})`} />
        </mask>
      </defs>
      <path d={area} fill={colour} mask={`url(#${id}k${index})`} />
      {Array.from({ length: lines }, (_, line) => {
        const offset = (lane.width * (line + 1)) / (lines + 1)
        return (
          <path
            key={offset}
            className="animate-current"
            d={paths.edge(
              { along: 0, across: lane.source + offset },
              { along: geometry.merge, across: lane.merge + offset },
            )}
            fill="none"
            stroke={colour}
            strokeWidth={1.6}
            strokeDasharray="5 7"
          />
        )
      })}
    </>
  )
}

function FlowHatch(props: FlowLeg.Props & { area: string }) {
  const { flow, leg, index, area } = props
  const pattern = `${flow.id}h${index}`
  return (
    <>
      <defs>
        <pattern
          id={pattern}
          width={7}
          height={7}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${flow.direction === 'right' ? 45 : -45})`}
        >
          <line x1={0} y1={0} x2={0} y2={7} stroke={getChainColour(leg.chain)} strokeWidth={3} />
        </pattern>
      </defs>
      <path d={area} fill={`url(#${pattern})`} />
    </>
  )
}
