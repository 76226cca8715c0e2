import { getChainColour, type ChainIdentity } from './chainIdentity.ts'

/** A square with the chain's two letters on its colour; decorative, as the name is next to it. */
export function ChainGlyph(props: ChainGlyph.Props) {
  const { chain, size = 24 } = props
  const edge = size >= 28 ? 4 : 3
  const colour = getChainColour(chain)
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
      {chain.code}
    </span>
  )
}

export declare namespace ChainGlyph {
  type Props = { chain: ChainIdentity; size?: number }
}
