import { getChainColour, type ChainIdentity } from './chainIdentity.ts'
import { findChainLogo, type Logo } from './logos.ts'

/**
 * A square with the chain's logo, or its two letters, on its colour; decorative, as the name is next
 * to it.
 */
export function ChainGlyph(props: ChainGlyph.Props) {
  const { chain, size = 24 } = props
  const edge = size >= 28 ? 4 : 3
  const colour = getChainColour(chain)
  const logo = findChainLogo(chain.chain)
  return (
    <span
      aria-hidden
      className="chain"
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 4) / 10,
        borderRadius: size >= 28 ? 7 : 6,
        paddingBottom: edge - 1,
        background: `linear-gradient(to top, ${colour} ${edge}px, color-mix(in oklab, ${colour} 16%, var(--surface)) ${edge}px)`,
      }}
    >
      {logo ? <LogoDrawing logo={logo} size={Math.round(size * 0.62)} /> : chain.code}
    </span>
  )
}

export declare namespace ChainGlyph {
  type Props = { chain: ChainIdentity; size?: number }
}

/** A logo in the colour of its text; decorative, as the name is next to it. */
export function LogoDrawing(props: LogoDrawing.Props) {
  const { logo, size } = props
  const look = logo.isLine
    ? ({ fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const)
    : ({ fill: 'currentColor', fillRule: 'evenodd' } as const)
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden {...look}>
      {logo.paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

export declare namespace LogoDrawing {
  type Props = {
    logo: Logo
    /** Width and height in px. */
    size: number
  }
}
