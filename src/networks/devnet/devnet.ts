import { defaultNames } from '#protocol/accounts/account.ts'
import { type AssetType, type EvmAddress, toEvmChainId } from '#protocol/ids/caip.ts'
import { devnetCurrencyFeeds } from '../secondFeeds.ts'
import { devnetAddresses as at } from './devnetAddresses.ts'
import type {
  Aggregate,
  ChainContracts,
  EvmNetwork,
  EvmNetworkChain,
  Member,
  Pool,
} from '../network.ts'

/** EVM chains of the devnet. No public chain uses their numbers; `port` is the local node's. */
export const devnetChains = [
  { number: 71_117_001, name: 'Firth', port: 19_545, usdt: at.usdt, usdtDecimals: 6 },
  { number: 71_117_002, name: 'Delta', port: 19_546, usdt: at.usdt18, usdtDecimals: 18 },
  { number: 71_117_003, name: 'Lagoon', port: 19_547, usdt: at.usdt, usdtDecimals: 6 },
] as const

/** Maximum age of a devnet price. */
const maxAgeSeconds = 3_600

const contracts: ChainContracts = {
  entryPoint: at.entryPoint,
  accountFactory: at.accountFactory,
  roleAccount: at.roleAccount,
  basicAccount: at.basicAccount,
  delegate: at.delegate,
  paymaster: at.paymaster,
  originEscrow: at.originEscrow,
  destinationSettler: at.destinationSettler,
  signers: at.signers,
  validityGuard: at.validityGuard,
  outputGuard: at.outputGuard,
  swapRouter: at.swapRouter,
  quoter: at.quoter,
  poolFactory: at.poolFactory,
  wrappedNative: at.weth,
}

/**
 * The EVM part of the devnet. Contracts have the same addresses on all chains; USDT has 18 decimals
 * on Delta and 6 elsewhere. All roles use published development keys.
 */
export const devnet: EvmNetwork = {
  name: 'devnet',
  isDevnet: true,
  hasPublishedKeys: true,
  names: defaultNames,
  chains: devnetChains.map(buildChain),
  aggregates: [
    buildAggregate('usdc', 'USD Coin', { decimals: 6, members: devnetChains.map(buildUsdc) }),
    buildAggregate('usdt', 'Tether USD', { decimals: 6, members: devnetChains.map(buildUsdt) }),
    buildAggregate('eth', 'Ether', { decimals: 18, members: devnetChains.flatMap(buildEthers) }),
    buildAggregate('btc', 'Bitcoin', { decimals: 8, members: devnetChains.map(buildWbtc) }),
  ],
  pools: devnetChains.flatMap(buildPools),
  currencies: devnetChains.flatMap(({ number }) =>
    (['EUR', 'GBP', 'JPY'] as const).map((currency) => {
      const feed = devnetCurrencyFeeds[currency]
      return { currency, chainId: toEvmChainId(number), feed, maxAgeSeconds }
    }),
  ),
  deadlines: { quoteSeconds: 30, depositSeconds: 120, fillSeconds: 300, refundSeconds: 900 },
  roles: {
    executor: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    solver: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    payee: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
    feeReceiver: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  },
}

type DevnetChain = (typeof devnetChains)[number]

function buildChain({ number, name, port }: DevnetChain): EvmNetworkChain {
  return {
    chainId: toEvmChainId(number),
    name,
    isTestnet: true,
    nativeAsset: toNativeAsset(number),
    depth: 1,
    blockMs: 1_000,
    kind: 'evm',
    rpcUrl: `http://127.0.0.1:${port}`,
    contracts,
    approveDomain: { name: 'EstuaryAccount', version: '1' },
    vault: at.vault,
    // One chain has the names, as Ethereum does.
    ...(number === devnetChains[0].number ? { ensUniversalResolver: at.names } : {}),
  }
}

function buildAggregate(
  ticker: string,
  name: string,
  rest: { decimals: number; members: Member[] },
): Aggregate {
  return {
    aggregatedAssetId: `${defaultNames.aggregatedPrefix}:${ticker}`,
    name,
    symbol: ticker.toUpperCase(),
    ...rest,
  }
}

function buildUsdc({ number }: DevnetChain): Member {
  const kind = { name: 'USD Coin', symbol: 'USDC', decimals: 6 }
  return { assetType: toErc20Asset(number, at.usdc), ...kind, feed: at.usdcFeed, maxAgeSeconds }
}

function buildUsdt({ number, usdt, usdtDecimals: decimals }: DevnetChain): Member {
  const kind = { name: 'Tether USD', symbol: 'USDT', decimals }
  return { assetType: toErc20Asset(number, usdt), ...kind, feed: at.usdtFeed, maxAgeSeconds }
}

function buildEthers({ number }: DevnetChain): Member[] {
  const kind = { decimals: 18, feed: at.ethFeed, maxAgeSeconds }
  return [
    { assetType: toNativeAsset(number), name: 'Ether', symbol: 'ETH', ...kind },
    { assetType: toErc20Asset(number, at.weth), name: 'Wrapped Ether', symbol: 'WETH', ...kind },
  ]
}

function buildWbtc({ number }: DevnetChain): Member {
  const kind = { name: 'Wrapped Bitcoin', symbol: 'WBTC', decimals: 8 }
  return { assetType: toErc20Asset(number, at.wbtc), ...kind, feed: at.btcFeed, maxAgeSeconds }
}

function buildPools({ number, usdt, usdtDecimals }: DevnetChain): Pool[] {
  const usdtPool = usdtDecimals === 18 ? at.usdcUsdt18Pool : at.usdcUsdtPool
  return [
    buildPool(number, at.usdcWethPool, [at.usdc, at.weth]),
    buildPool(number, usdtPool, [at.usdc, usdt]),
    buildPool(number, at.wbtcUsdcPool, [at.wbtc, at.usdc]),
  ]
}

function buildPool(number: number, pool: EvmAddress, sides: [EvmAddress, EvmAddress]): Pool {
  const [a, b] = sides
  const tokens: Pool['tokens'] =
    BigInt(a) < BigInt(b)
      ? [toErc20Asset(number, a), toErc20Asset(number, b)]
      : [toErc20Asset(number, b), toErc20Asset(number, a)]
  return { chainId: toEvmChainId(number), pool, tokens, fee: 500 }
}

function toNativeAsset(number: number): AssetType {
  return `eip155:${number}/slip44:60`
}

function toErc20Asset(number: number, address: EvmAddress): AssetType {
  return `eip155:${number}/erc20:${address}`
}
