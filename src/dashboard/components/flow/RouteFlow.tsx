import type { ReactNode } from 'react'

import { translate } from '../../language/translate.ts'
import { ChainGlyph } from './ChainGlyph.tsx'
import type { ChainIdentity } from './chainIdentity.ts'
import { Flow } from './Flow.tsx'
import type { FlowState, FlowLegData } from './flowContext.ts'
import { useFormats } from '../amounts/Formats.tsx'
import { Icon } from '../forms/Icon.tsx'
import { UnlistedMark } from '../status/UnlistedMark.tsx'
import { eventStyles } from './Timeline.tsx'
import { useWidth } from './useWidth.ts'

/** Px of the mark beside an amount of a token on no list. */
const markWidth = 66

/** A leg with its labels. */
export type RouteFlowLeg = FlowLegData & {
  /** Already formatted, without the ticker. */
  amount: string
  symbol: string
  /** No list names the asset. */
  isUnlisted?: boolean | undefined
  /** Shown instead of the state's own label, such as "In escrow". */
  stateLabel?: string
}

/**
 * The flow with its labels: legs on the left, destination on the right, fee below. Where the labels
 * do not fit beside it, it runs downwards. To screen readers it is one image with one sentence.
 */
export function RouteFlow(props: RouteFlow.Props) {
  const [container, width] = useWidth<HTMLDivElement>()
  return (
    <div
      ref={container}
      className="[contain:inline-size]"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded: there is no img
      role="img"
      aria-label={props.label}
    >
      {width > 0 && <SizedRouteFlow {...props} width={width} />}
    </div>
  )
}

export declare namespace RouteFlow {
  type Props = {
    /** The route in one sentence. */
    label: string
    /** Largest first; more than five are merged into the fifth. */
    legs: readonly RouteFlowLeg[]
    destination: { chain: ChainIdentity; state: FlowState }
    /** Coin, amount and labels at the destination. */
    targetLabel: ReactNode
    /** The text lines of `targetLabel`, to estimate the width they need. */
    targetLines: readonly string[]
    feeUsd?: number | undefined
    feeState?: 'planned' | 'done'
    hasFailed?: boolean
    size?: 'md' | 'lg'
  }
}

type SizedProps = RouteFlow.Props & { width: number }

/** Width for the labels on each side, px. */
type LabelMargins = { left: number; right: number }
const minFlowLength = 140

function SizedRouteFlow(props: SizedProps) {
  const legs = mergeLegs(props.legs)
  const room = getLabelMargins({ ...props, legs })
  return props.width < Math.max(560, room.left + room.right + minFlowLength) ? (
    <VerticalRouteFlow {...props} legs={legs} />
  ) : (
    <HorizontalRouteFlow {...props} legs={legs} room={room} />
  )
}

function getLabelMargins({ legs, targetLines, size = 'md' }: RouteFlow.Props): LabelMargins {
  const isLarge = size === 'lg'
  const labels = legs.map((leg) =>
    Math.max(
      estimateTextWidth(`${leg.amount} ${leg.symbol}`, isLarge ? 18 : 16) +
        (leg.isUnlisted ? markWidth : 0),
      estimateTextWidth(
        `${leg.chain.name} ${leg.state === 'planned' ? '' : getStateLabel(leg)}`,
        14,
      ) + 26,
    ),
  )
  const targetWidth = Math.max(...targetLines.map((line) => estimateTextWidth(line, 18)))
  return {
    left: Math.ceil(Math.max(isLarge ? 238 : 168, Math.max(...labels) + (isLarge ? 66 : 60))),
    right: Math.ceil(Math.max(isLarge ? 242 : 190, targetWidth + 80)),
  }
}

/** Estimated width of a line of text in px: digits and most letters are 0.6 of its height wide. */
function estimateTextWidth(line: string, height: number): number {
  return line.length * height * 0.6
}

function getStateLabel({ state, stateLabel }: RouteFlowLeg): string {
  return stateLabel ?? (state === 'planned' ? '' : eventStyles[state].word)
}

function HorizontalRouteFlow(props: SizedProps & { room: LabelMargins }) {
  const {
    legs,
    destination,
    targetLabel,
    width,
    feeUsd = 0,
    feeState,
    hasFailed,
    size = 'md',
  } = props
  const { left, right } = props.room
  const formats = useFormats()
  const isLarge = size === 'lg'
  const height = getHeight(legs.length, isLarge)
  const length = width - left - right
  const bias = 0.46
  const slot = (height - 40) / legs.length
  const slots = legs.map((_, index) => slot * (index + 0.5) + 4)
  const centre = slots.reduce((sum, value) => sum + value, 0) / legs.length
  return (
    <div className="relative" style={{ height }} aria-hidden>
      {legs.map((leg, index) => (
        <div
          key={leg.chain.chain + index}
          className="absolute left-0 -translate-y-1/2"
          style={{ top: slots[index], maxWidth: left - 10 }}
        >
          <LegLabel leg={leg} isLarge={isLarge} />
        </div>
      ))}
      {/* As wide as its place, also until a new width is measured: it never runs into its labels. */}
      <div className="absolute top-0 [&>svg]:w-full" style={{ left, right }}>
        <Flow
          {...{ legs, destination, feeUsd, length, slots, bias }}
          feeState={feeState ?? 'planned'}
          hasFailed={hasFailed ?? false}
          span={height}
          trunk={getTrunkWidth(legs, isLarge ? 150 : 112)}
          mergeAt={isLarge ? 0.46 : 0.5}
        />
      </div>
      <div className="absolute right-0 -translate-y-1/2" style={{ top: centre, width: right - 20 }}>
        {targetLabel}
      </div>
      {feeUsd > 0 && !hasFailed && (
        <div
          className="absolute text-sm"
          style={{
            left: `calc(${left + 12}px + (100% - ${left + right}px) * 0.8)`,
            top: height - 18,
          }}
        >
          <span className="num font-semibold text-buff">{formats.usd(feeUsd)}</span>{' '}
          <span className="text-ink-3">{translate('fees')}</span>
        </div>
      )}
    </div>
  )
}

/** A single leg runs straight and needs no height for bends. */
function getHeight(legs: number, isLarge: boolean): number {
  if (legs === 1) return isLarge ? 172 : 152
  return Math.max(isLarge ? 260 : 200, legs * (isLarge ? 96 : 80) + 10)
}

function VerticalRouteFlow(props: SizedProps) {
  const { legs, destination, targetLabel, width, feeUsd = 0, feeState, hasFailed } = props
  const formats = useFormats()
  const length = 200
  const slot = width / legs.length
  const isTight = legs.some(
    (leg) =>
      Math.max(estimateTextWidth(leg.amount, 16), estimateTextWidth(getStateLabel(leg), 13) + 18) >
      slot - 10,
  )
  return (
    <div aria-hidden>
      {isTight && (
        <ul className="mb-4 flex flex-col gap-2.5">
          {legs.map((leg, index) => (
            <li key={leg.chain.chain + index} className="flex items-center gap-2.5">
              <ChainGlyph chain={leg.chain} size={22} />
              <span className="min-w-0 flex-1 truncate text-sm text-ink-2">{leg.chain.name}</span>
              <span className="text-right">
                <span className="num block font-semibold">
                  {leg.amount} <span className="font-normal text-ink-2">{leg.symbol}</span>
                  {leg.isUnlisted && <UnlistedMark />}
                </span>
                <span className="block text-xs">
                  <LegStateLabel leg={leg} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div
        className="grid"
        style={{ gridTemplateColumns: `repeat(${legs.length}, minmax(0, 1fr))` }}
      >
        {legs.map((leg, index) => (
          <div
            key={leg.chain.chain + index}
            className="flex min-w-0 flex-col items-center px-1 pb-2.5 text-center"
          >
            <div className="flex max-w-full items-center gap-1.5">
              <ChainGlyph chain={leg.chain} size={22} />
              {!isTight && <span className="truncate text-sm text-ink-2">{leg.chain.name}</span>}
            </div>
            {!isTight && (
              <>
                <span className="num mt-1 font-semibold">{leg.amount}</span>
                <span className="text-xs text-ink-3">
                  {leg.symbol}
                  {leg.isUnlisted && <UnlistedMark />}
                </span>
                <span className="text-xs">
                  <LegStateLabel leg={leg} />
                </span>
              </>
            )}
          </div>
        ))}
      </div>
      <div className="relative">
        <Flow
          {...{ legs, destination, feeUsd, length }}
          direction="down"
          feeState={feeState ?? 'planned'}
          hasFailed={hasFailed ?? false}
          span={width}
          trunk={getTrunkWidth(legs, Math.min(120, width * 0.34))}
          mergeAt={0.56}
          slots={legs.map((_, index) => slot * (index + 0.5))}
        />
        {feeUsd > 0 && !hasFailed && (
          <div className="absolute right-0 text-xs" style={{ top: length * 0.86 + 8 }}>
            <span className="num font-semibold text-buff">{formats.usd(feeUsd)}</span>{' '}
            <span className="text-ink-3">{translate('fees')}</span>
          </div>
        )}
      </div>
      <div className="mt-3 flex justify-center">{targetLabel}</div>
    </div>
  )
}

/** A single leg has nothing to merge with: at full trunk width it would be a block. */
function getTrunkWidth({ length }: readonly RouteFlowLeg[], widest: number): number {
  return length > 1 ? widest : widest * 0.36
}

function LegLabel(props: { leg: RouteFlowLeg; isLarge: boolean }) {
  const { leg, isLarge } = props
  return (
    <div className="flex items-center gap-3">
      <ChainGlyph chain={leg.chain} size={isLarge ? 36 : 30} />
      <div className="min-w-0">
        <div className={`num font-semibold whitespace-nowrap ${isLarge ? 'text-lg' : ''}`}>
          {leg.amount} <span className="font-normal text-ink-2">{leg.symbol}</span>
          {leg.isUnlisted && <UnlistedMark />}
        </div>
        <div className="flex items-center gap-1.5 text-sm whitespace-nowrap text-ink-3">
          {leg.chain.name}
          {leg.state !== 'planned' && <LegStateLabel leg={leg} />}
        </div>
      </div>
    </div>
  )
}

function LegStateLabel(props: { leg: RouteFlowLeg }) {
  const { state, stateLabel } = props.leg
  if (state === 'planned') return null
  const look = eventStyles[state]
  return (
    <span className={`inline-flex items-center gap-1 font-medium ${look.tone}`}>
      <Icon of={look.icon} size={14} spin={state === 'moving'} />
      {stateLabel ?? look.word}
    </span>
  )
}

function mergeLegs(legs: readonly RouteFlowLeg[]): readonly RouteFlowLeg[] {
  if (legs.length <= 5) return legs
  const firstLegs = legs.slice(0, 4)
  const rest = legs.slice(4)
  const first = rest[0]
  if (!first) return firstLegs
  return [
    ...firstLegs,
    {
      ...first,
      chain: {
        chain: 'other',
        name: translate('{count} more', { count: rest.length }),
        code: `+${rest.length}`,
        slot: 'other',
      },
      valueUsd: rest.reduce((sum, leg) => sum + leg.valueUsd, 0),
      amount: '',
      symbol: first.symbol,
    },
  ]
}
