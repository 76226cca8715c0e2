import { getChainColour, type ChainIdentity } from './chainIdentity.ts'
import { LogoDrawing } from './ChainGlyph.tsx'
import { findCoinLogo } from './logos.ts'

/**
 * A coin with the asset's logo, or its ticker where there is none; the square in its corner marks
 * an asset on one chain only.
 */
export function Coin(props: Coin.Props) {
  const { symbol, size = 36, chain, isUnlisted = false } = props
  // Anybody can call a token USDC: only those of the network file get the logo.
  const logo = isUnlisted ? undefined : findCoinLogo(symbol)
  const scale = symbol.length > 4 ? 0.21 : symbol.length > 3 ? 0.245 : 0.28
  return (
    <span
      aria-hidden
      className="coin"
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * scale * 10) / 10,
        ...(logo && { color: logo.colour }),
      }}
    >
      {logo ? <LogoDrawing logo={logo} size={Math.round(size * 0.74)} /> : symbol}
      {chain && (
        <span
          className="absolute -right-0.75 -bottom-0.75 rounded-xs"
          style={{
            width: Math.round(size * 0.4),
            height: Math.round(size * 0.4),
            background: getChainColour(chain),
            boxShadow: '0 0 0 2px var(--surface)',
          }}
        />
      )}
    </span>
  )
}

export declare namespace Coin {
  type Props = {
    symbol: string
    /** Width in px. */
    size?: number
    chain?: ChainIdentity | undefined
    /** The network file does not list the asset: its ticker is shown, whatever it says. */
    isUnlisted?: boolean
  }
}
