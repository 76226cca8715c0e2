import { useId } from 'react'

import { getChainColour, type ChainIdentity } from './chainIdentity.ts'

const width = 1200
const height = 48
const stem = 28
const gap = 3
const columnGap = 24

/**
 * Ribbons from each chain's label to its segment of the bar below: `lit` in colour, `dry` as dashed
 * outlines (no balance), `ghost` as grey shapes (loading).
 */
export function HeroRibbons(props: HeroRibbons.Props) {
  const { parts, look } = props
  const id = `ribbon${useId().replace(/\W/g, '')}`
  const values = look === 'lit' ? parts.map(({ value }) => value) : parts.map(() => 1)
  const total = values.reduce((sum, value) => sum + value, 0)
  const shown = values.filter((value) => value > 0).length
  const room = width - gap * Math.max(0, shown - 1)
  const widths = values.map((value) => (total > 0 ? (value / total) * room : 0))
  return (
    <svg
      viewBox={`0 0 ${width} ${look === 'dry' ? height * 2 : height}`}
      width="100%"
      height={look === 'dry' ? height * 2 : height}
      preserveAspectRatio="none"
      className="overflow-visible"
      aria-hidden
    >
      {parts.map(({ chain }, index) => {
        const value = values[index] ?? 0
        const source = (index * (width + columnGap)) / parts.length
        if (value === 0)
          return (
            <rect
              key={chain.chain}
              x={source}
              width={stem}
              height={4}
              fill={getChainColour(chain)}
              opacity={0.35}
            />
          )
        const before = widths.slice(0, index).filter((other) => other > 0)
        const from = before.reduce((sum, other) => sum + other + gap, 0)
        const to = from + (widths[index] ?? 0)
        return (
          <Ribbon key={chain.chain} {...{ chain, look, source, from, to }} id={`${id}${index}`} />
        )
      })}
    </svg>
  )
}

export declare namespace HeroRibbons {
  type Props = {
    parts: readonly { chain: ChainIdentity; value: number }[]
    look: 'lit' | 'dry' | 'ghost'
  }
}

function Ribbon(props: {
  chain: ChainIdentity
  look: HeroRibbons.Props['look']
  id: string
  source: number
  from: number
  to: number
}) {
  const { chain, look, id, source, from, to } = props
  const colour = getChainColour(chain)
  const end = source + stem
  const area = `${buildEdge(source, from)}L${to} ${height}C${to} ${height * 0.45} ${end} ${height * 0.55} ${end} 0Z`
  if (look === 'ghost') return <path d={area} className="fill-line/45" />
  if (look === 'dry')
    return (
      <path
        d={`${buildEdge(source, from)}V${height * 2 - 1}H${to}V${height}C${to} ${height * 0.45} ${end} ${height * 0.55} ${end} 0H${source}`}
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth={1.25}
        strokeDasharray="3 4"
        vectorEffect="non-scaling-stroke"
      />
    )
  return (
    <>
      <defs>
        <linearGradient id={id} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor={colour} stopOpacity={0.14} />
          <stop offset="1" stopColor={colour} stopOpacity={0.42} />
        </linearGradient>
      </defs>
      <path d={area} fill={`url(#${id})`} />
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <path
          key={part}
          d={buildEdge(source + stem * part, from + (to - from) * part)}
          fill="none"
          stroke={colour}
          strokeWidth={part === 0 || part === 1 ? 1.25 : 1}
          opacity={part === 0 || part === 1 ? 1 : 0.28}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <rect x={source} width={stem} height={4} fill={colour} />
    </>
  )
}

function buildEdge(from: number, to: number): string {
  return `M${from} 0C${from} ${height * 0.55} ${to} ${height * 0.45} ${to} ${height}`
}
