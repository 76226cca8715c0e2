import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Deployment } from '#protocol/service/deployment.ts'
import type { SecondFeeds } from './priceSources.ts'

/** Second feeds of the devnet by ticker; CREATE2 gives the same addresses on each EVM chain. */
export const devnetSecondFeeds = {
  usdc: '0x26986B2cD96B08F681Cb13Ec08aa3d11ee7968a1',
  usdt: '0x011A50a25A3bEE143082053D2b7cC38A40D48a9f',
  eth: '0x8bD5437bA27CeDcC538918c83Fb9F65D4231660C',
  btc: '0xEFc6E705AD195a6DEf1795008a32178Ea1846fc2',
  sol: '0x08D615E5c7b578f430d370aCC215Aa1283eA2b43',
} as const

/** Feeds of currencies on the devnet, at the same addresses on each EVM chain. */
export const devnetCurrencyFeeds = {
  EUR: '0xd002d0B4D4bcE675c863EfE8F5dF63138fd134a1',
  GBP: '0xA2DCC1c261fc2cF92bC9Db0FEd6f7d7FeE0E8649',
  JPY: '0x484019fde541505BCe405AFdD445bA5a14e4d81d',
} as const

/** Returns a second feed of the devnet. */
export function getDevnetSecondFeed(_: ChainId, ticker: string): EvmAddress | undefined {
  const byTicker: Readonly<Record<string, EvmAddress>> = devnetSecondFeeds
  return byTicker[ticker]
}

/** Returns a lookup of a deployment's second feeds. */
export function toSecondFeeds({ chains }: Deployment): SecondFeeds {
  const byChain = new Map(chains.map(({ chainId, secondFeeds }) => [chainId, secondFeeds]))
  return (chainId, ticker) => byChain.get(chainId)?.[ticker]
}
