import { logoPaths } from './logoPaths.ts'

type LogoName = keyof typeof logoPaths

/** A logo of one colour, as paths in a square of 24. */
export type Logo = {
  paths: readonly string[]
  /** Draws lines instead of areas; our own glyphs do. */
  isLine?: boolean
}

/** A coin's logo and its colour, a token of the theme. */
export type CoinLogo = Logo & { colour: string }

/** The logo of each ticker; a wrapped coin has that of its coin, and its name beside it. */
const coinLogos: ReadonlyMap<string, LogoName> = new Map(
  Object.entries({
    USDC: 'usdc',
    USDT: 'usdt',
    ETH: 'eth',
    WETH: 'eth',
    BTC: 'btc',
    WBTC: 'btc',
    SOL: 'sol',
    BNB: 'bnb',
    WBNB: 'bnb',
    POL: 'pol',
    WPOL: 'pol',
  } as const),
)

/** The logo of each public chain. */
const chainLogos: ReadonlyMap<string, LogoName> = new Map(
  Object.entries({
    'eip155:1': 'eth',
    'eip155:10': 'optimism',
    'eip155:56': 'bnb',
    'eip155:137': 'polygon',
    'eip155:8453': 'base',
    'eip155:42161': 'arbitrum-one',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'sol',
  } as const),
)

const ripple = 'c1.3-1 2.7-1 4 0s2.7 1 4 0'
/** The devnet's chains exist nowhere else; each is drawn as its name, the way a chart draws it. */
const ownGlyphs: ReadonlyMap<string, Logo> = new Map(
  Object.entries({
    /** Firth: banks that come together. */
    'eip155:71117001': {
      isLine: true,
      paths: ['M4 3c4 4 6 10 6.5 18M20 3c-4 4-6 10-6.5 18', 'M9 8h6'],
    },
    /** Delta: a river that parts. */
    'eip155:71117002': { isLine: true, paths: ['M12 3v18M12 9c0 6-3 7-7 12M12 9c0 6 3 7 7 12'] },
    /** Lagoon: water with land around it. */
    'eip155:71117003': {
      isLine: true,
      paths: ['M17 4.5a9 9 0 1 0 3.6 4.8', `M8 11${ripple}M8 15${ripple}`],
    },
    /** Reef: rocks under water, the chart's crosses. */
    'solana:3w66d784TGJgHWm4wczXAAG2JjP87oJX': {
      isLine: true,
      paths: ['M7 8v7M3.5 11.5h7M16.5 4v7M13 7.5h7M15 14v7M11.5 17.5h7'],
    },
  }),
)

/** Returns the logo of a coin; undefined where there is none, and its ticker is shown. */
export function findCoinLogo(symbol: string): CoinLogo | undefined {
  const name = coinLogos.get(symbol)
  return name && { paths: logoPaths[name], colour: `var(--coin-${name})` }
}

/** Returns the logo or glyph of a chain; undefined where there is none. */
export function findChainLogo(chainId: string): Logo | undefined {
  const name = chainLogos.get(chainId)
  return name ? { paths: logoPaths[name] } : ownGlyphs.get(chainId)
}
