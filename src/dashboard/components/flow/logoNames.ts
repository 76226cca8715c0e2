/** The logos that the app shows, by their names in the icon package; the build takes no others. */
export const logoNames = [
  'usdc',
  'usdt',
  'eth',
  'btc',
  'sol',
  'bnb',
  'pol',
  'base',
  'optimism',
  'arbitrum-one',
  'polygon',
] as const

/** The name of a logo in the icon package. */
export type LogoName = (typeof logoNames)[number]
