import { chainColour } from './chainIdentity.ts'
import type { FlowStream, River } from './flowStream.ts'
import { FlowGradient } from './FlowGradient.tsx'
import { waterlines } from './flowGeometry.ts'

const mouthEase = [0.4, 0.4] as const

/** From the confluence to the destination, and the fee that leaves there. */
export function FlowMouth(props: FlowMouth.Props) {
  const { river, legs, fee } = props
  const { id, pen, geometry, direction, length, destination } = river
  const { confluence, centre, width, mouthWidth } = geometry
  const from = centre - width / 2
  const to = centre - mouthWidth / 2
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
            from={confluence * 0.55}
            to={length * 0.93}
            stops={[
              [0, chainColour(leg.chain)],
              [1, chainColour(destination.chain)],
            ]}
          />
        ))}
      </defs>
      {legs.map((leg, index) => {
        const bank = geometry.banks[index]
        if (!bank) return null
        const area = pen.ribbon(
          { along: confluence, from: bank.confluence, to: bank.confluence + bank.width },
          { along: length, from: bank.mouth, to: bank.mouth + bank.mouthWidth },
          mouthEase,
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
        <MouthCurrent river={river} />
      ) : (
        !river.isPlain && <MouthWaterlines river={river} />
      )}
      {!isLit &&
        [0, 1].map((side) => (
          <path
            key={side}
            d={pen.edge(
              { along: confluence, across: from + width * side },
              { along: length, across: to + mouthWidth * side },
              mouthEase,
            )}
            fill="none"
            stroke={`url(#${id}d${side === 0 ? 0 : legs.length - 1})`}
            strokeWidth={1.25}
            strokeDasharray={destination.state === 'waiting' ? '3 4' : undefined}
          />
        ))}
      {fee.usd > 0 && <FeeBranch river={river} fee={fee} />}
    </g>
  )
}

export declare namespace FlowMouth {
  type Props = {
    river: River
    legs: readonly FlowStream[]
    fee: { usd: number; state: 'planned' | 'done' }
  }
}

function MouthWaterlines(props: { river: River }) {
  const { id, pen, geometry, direction, length, destination } = props.river
  const { confluence, centre, width, mouthWidth } = geometry
  const isLit = destination.state === 'done'
  const colour = isLit ? 'var(--waterline)' : chainColour(destination.chain)
  const strength = isLit ? 1 : destination.state === 'waiting' ? 0.4 : 0.65
  return (
    <>
      <defs>
        <FlowGradient
          id={`${id}ww`}
          direction={direction}
          from={confluence}
          to={length}
          stops={[
            [0.02, colour, 0],
            [0.35, colour],
          ]}
        />
      </defs>
      {waterlines(mouthWidth).map((line) => (
        <path
          key={line.at}
          d={pen.edge(
            { along: confluence, across: centre - width / 2 + (width * line.at) / mouthWidth },
            { along: length, across: centre - mouthWidth / 2 + line.at },
            mouthEase,
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

function MouthCurrent(props: { river: River }) {
  const { pen, geometry, length, destination } = props.river
  const { confluence, centre, width, mouthWidth } = geometry
  const lines = Math.max(2, Math.round(mouthWidth / 12) - 1)
  return Array.from({ length: lines }, (_, line) => {
    const part = (line + 1) / (lines + 1)
    return (
      <path
        key={part}
        className="animate-current"
        d={pen.edge(
          { along: confluence, across: centre - width / 2 + width * part },
          { along: length, across: centre - mouthWidth / 2 + mouthWidth * part },
          mouthEase,
        )}
        fill="none"
        stroke={chainColour(destination.chain)}
        strokeWidth={1.6}
        strokeDasharray="5 7"
      />
    )
  })
}

function FeeBranch(props: { river: River; fee: { state: 'planned' | 'done' } }) {
  const { pen, geometry, length, span, direction } = props.river
  const { confluence, centre, width, feeWidth } = geometry
  const start = centre + width / 2 + feeWidth / 2 - 0.5
  const isDown = direction === 'down'
  const end = { along: length * (isDown ? 0.86 : 0.8), across: isDown ? span * 0.86 : span - 6 }
  return (
    <path
      d={pen.edge({ along: confluence, across: start }, end, [0.52, 0.58])}
      fill="none"
      stroke="var(--buff)"
      strokeWidth={feeWidth}
      strokeLinecap="round"
      strokeDasharray={props.fee.state === 'done' ? undefined : '0.5 5'}
    />
  )
}
