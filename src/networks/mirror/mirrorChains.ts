import type { EvmAddress } from '#protocol/ids/caip.ts'

/** A token of a public chain, with the ticker of its aggregate. */
export type MirrorToken = {
  ticker: 'usdc' | 'usdt' | 'eth' | 'btc' | 'bnb' | 'pol'
  name: string
  symbol: string
  decimals: number
  address: EvmAddress
}

/** A public chain in the mirror. */
export type MirrorChain = {
  /** The public EIP-155 number. */
  number: number
  name: string
  /** Default port of the local node. */
  port: number
  coin: { ticker: MirrorToken['ticker']; name: string; symbol: string }
  /** The wrapped native coin, 1:1. */
  wrapped: MirrorToken
  /** All other tokens. */
  tokens: readonly MirrorToken[]
  /** An ERC-4626 vault of the chain's USDC. */
  vault?: EvmAddress
  /** The universal resolver of ENS. */
  ensUniversalResolver?: EvmAddress
}

const ether = { ticker: 'eth', name: 'Ether', symbol: 'ETH' } as const

/** WETH on OP Mainnet and Base. Source: OP Stack predeploys. */
const opStackWeth = '0x4200000000000000000000000000000000000006'

/**
 * The public chains in the mirror, with tokens at their public addresses.
 *
 * USDC and USDT have 18 decimals on BNB Chain (Binance-Peg) and 6 elsewhere; its pegged Ether is a
 * member of `eth`. The native coins of BNB Chain and Polygon have aggregates of their own. The
 * vaults are Fluid's fUSDC (ERC-4626 over USDC, 6 decimals).
 */
export const mirrorChains: readonly MirrorChain[] = [
  {
    number: 1,
    name: 'Ethereum',
    port: 19_551,
    coin: ether,
    wrapped: buildWeth('0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'),
    tokens: [
      buildUsdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6),
      buildUsdt('0xdAC17F958D2ee523a2206206994597C13D831ec7', 6),
      buildWbtc('0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'),
    ],
    vault: '0x9Fb7b4477576Fe5B32be4C1843aFB1e55F251B33',
    ensUniversalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
  },
  {
    number: 10,
    name: 'OP Mainnet',
    port: 19_552,
    coin: ether,
    wrapped: buildWeth(opStackWeth),
    tokens: [
      buildUsdc('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 6),
      buildUsdt('0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', 6),
      buildWbtc('0x68f180fcCe6836688e9084f035309E29Bf0A2095'),
    ],
  },
  {
    number: 56,
    name: 'BNB Chain',
    port: 19_553,
    coin: { ticker: 'bnb', name: 'BNB', symbol: 'BNB' },
    wrapped: {
      ticker: 'bnb',
      name: 'Wrapped BNB',
      symbol: 'WBNB',
      decimals: 18,
      address: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    },
    tokens: [
      buildUsdc('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18),
      buildUsdt('0x55d398326f99059fF775485246999027B3197955', 18),
      {
        ticker: 'eth',
        name: 'Ethereum Token',
        symbol: 'ETH',
        decimals: 18,
        address: '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
      },
    ],
  },
  {
    number: 137,
    name: 'Polygon',
    port: 19_554,
    coin: { ticker: 'pol', name: 'POL', symbol: 'POL' },
    wrapped: {
      ticker: 'pol',
      name: 'Wrapped POL',
      symbol: 'WPOL',
      decimals: 18,
      address: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    },
    tokens: [
      buildUsdc('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6),
      buildUsdt('0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6),
      buildWeth('0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'),
      buildWbtc('0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6'),
    ],
  },
  {
    number: 8453,
    name: 'Base',
    port: 19_555,
    coin: ether,
    wrapped: buildWeth(opStackWeth),
    tokens: [buildUsdc('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6)],
    vault: '0xf42f5795D9ac7e9D757dB633D693cD548Cfd9169',
  },
  {
    number: 42_161,
    name: 'Arbitrum One',
    port: 19_556,
    coin: ether,
    wrapped: buildWeth('0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'),
    tokens: [
      buildUsdc('0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6),
      buildUsdt('0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6),
      buildWbtc('0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f'),
    ],
    vault: '0x1A996cb54bb95462040408C06122D45D6Cdb6096',
  },
]

/**
 * The public Solana cluster in the mirror, with its tokens (SPL Token, 6 decimals) at their public
 * addresses. It has no feeds; those of the mirror's Ethereum price its assets.
 */
export const mirrorSolana = {
  name: 'Solana',
  /** CAIP-2 id: the first 32 characters of the genesis hash. */
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  /** Default port of the local node, which uses the next one too. */
  port: 19_557,
  feedChainNumber: 1,
  /** Source: https://github.com/Bonfida/sns-sdk, NAME_PROGRAM_ADDRESS. */
  snsProgram: 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX',
  mints: {
    usdc: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    usdt: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  },
} as const

function buildUsdc(address: EvmAddress, decimals: number): MirrorToken {
  return { ticker: 'usdc', name: 'USD Coin', symbol: 'USDC', decimals, address }
}

function buildUsdt(address: EvmAddress, decimals: number): MirrorToken {
  return { ticker: 'usdt', name: 'Tether USD', symbol: 'USDT', decimals, address }
}

function buildWeth(address: EvmAddress): MirrorToken {
  return { ticker: 'eth', name: 'Wrapped Ether', symbol: 'WETH', decimals: 18, address }
}

function buildWbtc(address: EvmAddress): MirrorToken {
  return { ticker: 'btc', name: 'Wrapped BTC', symbol: 'WBTC', decimals: 8, address }
}
