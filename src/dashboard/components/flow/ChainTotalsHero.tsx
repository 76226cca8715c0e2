import { type KeyboardEvent, useRef } from 'react'

import { translate } from '../../language/translate.ts'
import { getChainColour, type ChainIdentity } from './chainIdentity.ts'
import { useFormats } from '../amounts/Formats.tsx'
import { HeroRibbons } from './HeroRibbons.tsx'
import { getWaterlines } from './flowGeometry.ts'

/** Value on one chain; undefined when it could not be read. */
export type ChainTotal = { chain: ChainIdentity; valueUsd: number | undefined }

const maxSegments = 6

/**
 * The total balance as one bar fed by its chains, in the given order; with more than six, the
 * smallest are merged.
 * Segments are buttons: arrow keys move between them; Enter or a click filters by the chain.
 */
export function ChainTotalsHero(props: ChainTotalsHero.Props) {
  const totals = joinRest(props.totals)
  const known = totals.filter(({ valueUsd }) => (valueUsd ?? 0) > 0)
  const total = known.reduce((sum, { valueUsd = 0 }) => sum + valueUsd, 0)
  const look = total === 0 ? 'dry' : 'lit'
  return (
    <div className={props.isStale ? 'grayscale-75' : ''}>
      <div className="max-md:hidden">
        <ul
          aria-label={translate('Balance by chain')}
          className="grid gap-x-6"
          style={{ gridTemplateColumns: `repeat(${totals.length}, minmax(0, 1fr))` }}
        >
          {totals.map((item) => (
            <li key={item.chain.chain} className="min-w-0 pb-2.5">
              <Label item={item} total={total} />
            </li>
          ))}
        </ul>
        <HeroRibbons
          look={look}
          parts={totals.map(({ chain, valueUsd = 0 }) => ({ chain, value: valueUsd }))}
        />
        {look === 'lit' && <Segments {...props} parts={known} height={48} radius="0 0 10px 10px" />}
      </div>
      <div className="md:hidden">
        {look === 'lit' ? (
          <Segments {...props} parts={known} height={40} radius="10px" />
        ) : (
          <div className="h-10 rounded-md border border-dashed border-line-strong" />
        )}
        <ul
          aria-label={translate('Balance by chain')}
          className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3.5"
        >
          {totals.map((item) => (
            <li key={item.chain.chain} className="flex items-start gap-2.5">
              <span className="swatch mt-1.25" style={{ background: getChainColour(item.chain) }} />
              <div className="min-w-0">
                <Label item={item} total={total} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

export declare namespace ChainTotalsHero {
  type Props = {
    totals: readonly ChainTotal[]
    /** Draws in grey: the data is old. */
    isStale?: boolean
    /** Chain that the list below is filtered by. */
    chosen?: string | undefined
    /** Called with the chosen chain; undefined when the current one was chosen again. */
    onChoose: (chain: string | undefined) => void
  }
}

function Label(props: { item: ChainTotal; total: number }) {
  const { chain, valueUsd } = props.item
  const formats = useFormats()
  return (
    <>
      <div className="flex items-baseline gap-2">
        <span className="truncate text-sm text-ink-2">{chain.name}</span>
        {valueUsd !== undefined && props.total > 0 && (
          <span className="num text-xs text-ink-3">{formats.share(valueUsd / props.total)}</span>
        )}
      </div>
      {valueUsd === undefined ? (
        <div className="font-medium text-buff">{translate('Unknown')}</div>
      ) : (
        <div className={`num ${valueUsd > 0 ? 'font-semibold' : 'text-ink-3'}`}>
          {formats.usd(valueUsd)}
        </div>
      )}
    </>
  )
}

function Segments(
  props: ChainTotalsHero.Props & { parts: readonly ChainTotal[]; height: number; radius: string },
) {
  const { parts, height, radius, chosen, onChoose } = props
  const formats = useFormats()
  const bar = useRef<HTMLDivElement>(null)
  const total = parts.reduce((sum, { valueUsd = 0 }) => sum + valueUsd, 0)
  function move(event: KeyboardEvent, index: number) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : bar.current?.children[index + step]
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={translate('Show one chain')}
      className="flex w-full gap-0.75"
      style={{ height }}
    >
      {parts.map(({ chain, valueUsd = 0 }, index) => {
        const isChosen = chosen === chain.chain
        return (
          <button
            key={chain.chain}
            type="button"
            tabIndex={index === 0 ? 0 : -1}
            aria-pressed={isChosen}
            aria-label={`${chain.name}, ${formats.usd(valueUsd)}, ${formats.share(valueUsd / total)}`}
            className="relative min-w-1 overflow-hidden transition-opacity"
            style={{
              flex: `${(valueUsd / total) * 1000} 1 0`,
              background: getChainColour(chain),
              opacity: chosen !== undefined && !isChosen ? 0.35 : 1,
              borderRadius: getCorner({ index, count: parts.length, radius }),
            }}
            onKeyDown={(event) => move(event, index)}
            onClick={() => onChoose(isChosen ? undefined : chain.chain)}
          >
            <svg width="100%" height={height} className="absolute inset-0" aria-hidden>
              {getWaterlines(height).map(({ at, strength }) => (
                <line
                  key={at}
                  x1="0"
                  x2="100%"
                  y1={at}
                  y2={at}
                  stroke="var(--waterline)"
                  opacity={strength}
                />
              ))}
            </svg>
          </button>
        )
      })}
    </div>
  )
}

function getCorner(segment: { index: number; count: number; radius: string }): string {
  const { index, count, radius } = segment
  const isFlat = radius.startsWith('0')
  const corner = isFlat ? '10px' : radius
  const top = isFlat ? '0' : corner
  const left = index === 0
  const right = index === count - 1
  return `${left ? top : 0} ${right ? top : 0} ${right ? corner : 0} ${left ? corner : 0}`
}

function joinRest(totals: readonly ChainTotal[]): readonly ChainTotal[] {
  if (totals.length <= maxSegments) return totals
  const rest = totals
    .toSorted((a, b) => (b.valueUsd ?? -1) - (a.valueUsd ?? -1))
    .slice(maxSegments - 1)
  return [
    ...totals.filter((total) => !rest.includes(total)),
    {
      chain: {
        chain: 'other',
        name: translate('{count} more', { count: rest.length }),
        code: '',
        slot: 'other',
      },
      valueUsd: rest.reduce((sum, { valueUsd = 0 }) => sum + valueUsd, 0),
    },
  ]
}
