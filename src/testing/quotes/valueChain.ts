import type { Chain, AccountHoldings } from '#chains/ports/chain.ts'
import { draftOperation, finishOperation } from '#chains/evm/build/buildOperation.ts'
import { draftCalls } from '#chains/evm/calls/prepareCalls.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import { withPriceSources } from '#networks/priceSources.ts'
import { getDevnetSecondFeed } from '#networks/secondFeeds.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  isSameAddress,
} from '#protocol/ids/caip.ts'
import { indexAssets } from '#service/assetIndex.ts'

const assets = indexAssets(withPriceSources(devnetWithSolana, getDevnetSecondFeed))
const allAssets = devnetWithSolana.chains.flatMap(({ chainId }) => assets.findOnChain(chainId))

/** Fixed state of simulated devnet chains. Solana assets are priced by feeds of an EVM chain. */
export type ValueWorld = {
  /** Balance of an account other than the solver, in smallest units. */
  balanceOf: (account: AccountAddress, assetType: AssetType) => bigint
  codeOf: (account: AccountAddress) => AccountHoldings['code']
  /** Answer of a feed on a chain, 1e-8 US dollars. */
  priceAt: (feed: string, chainId: ChainId) => bigint
  gwei: number
  clockMs: number
}

/** Gas of the calls of every prepared operation. */
const callGas = 100_000n

/** Creates a devnet chain with fixed state; the solver's balances are practically unlimited. */
export function createValueChain(chain: EvmNetworkChain, world: ValueWorld): Chain {
  const { chainId } = chain
  const block = { blockNumber: 1n, blockTime: BigInt(world.clockMs / 1000) }
  const gasPrice = BigInt(world.gwei) * 10n ** 9n
  const fees = { baseFeePerGas: gasPrice, maxPriorityFeePerGas: 0n, maxFeePerGas: gasPrice }
  return {
    chainId,
    readHoldings: async (account, assetTypes) => ({
      ...block,
      code: world.codeOf(account),
      balances: assetTypes.map((assetType) =>
        isSameAddress(account, devnet.roles.solver)
          ? 10n ** 40n
          : world.balanceOf(account, assetType),
      ),
    }),
    readTokens: async (assetTypes) => assetTypes.map(() => ({})),
    readMarket: async (feeds) => ({
      ...block,
      gasPrice,
      feeds: feeds.map((feed) => ({
        answer: world.priceAt(feed, chainId),
        startedAt: block.blockTime,
        updatedAt: block.blockTime,
      })),
    }),
    isHeldBy: async () => false,
    quotePool: async ({ from, to, amount }) => {
      const [a, b] = [assets.find(from), assets.find(to)]
      if (!a || !b) return undefined
      const [priceA, priceB] = [world.priceAt(a.feed, chainId), world.priceAt(b.feed, chainId)]
      const worth = (amount * priceA * 10n ** 36n) / 10n ** BigInt(a.decimals)
      return (worth * 10n ** BigInt(b.decimals)) / priceB / 10n ** 36n
    },
    prepareCalls: async (intent) => ({
      operation: finishOperation(draftCalls(intent, chain), {
        chain,
        intent: intent.names,
        callGas,
        fees,
      }),
      callGas,
      outflow: [],
    }),
    prepareOperation: async (intent) => ({
      operation: finishOperation(draftOperation(intent, chain), { chain, intent, callGas, fees }),
    }),
  }
}

/** Uneven, so that cross rates never divide without remainder. */
export function getDevnetPrice(feed: string): bigint {
  const prices: Record<string, bigint> = {
    usdc: 99_990_007n,
    usdt: 100_010_003n,
    eth: 301_234_567_891n,
    btc: 6_123_456_789_123n,
    sol: 15_012_345_679n,
  }
  const ticker = allAssets
    .find((asset) => asset.feed === feed || asset.secondFeed === feed)
    ?.aggregate.aggregatedAssetId.slice(4)
  return prices[ticker ?? ''] ?? 0n
}
