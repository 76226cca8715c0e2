import type { Chain, Holdings } from '#chains/chain.ts'
import { draftOperation, finishOperation } from '#chains/evm/buildOperation.ts'
import { devnet } from '#networks/devnet.ts'
import type { NetworkChain } from '#networks/network.ts'
import { type AssetType, isSameAddress } from '#protocol/caip.ts'
import { indexAssets } from '../assetIndex.ts'

const assets = indexAssets(devnet)
const allAssets = devnet.chains.flatMap(({ chainId }) => assets.onChain(chainId))

/** A devnet chain as values, for tests: the account holds what it is given, the solver is rich. */
export function valueChain(
  chain: NetworkChain,
  options: {
    balances: ReadonlyMap<AssetType, bigint>
    gwei: number
    code: Holdings['code']
    clockMs: number
  },
): Chain {
  const block = { blockNumber: 1n, blockTime: BigInt(options.clockMs / 1000) }
  const gasPrice = BigInt(options.gwei) * 10n ** 9n
  return {
    chainId: chain.chainId,
    readHoldings: async (account, assetTypes) => ({
      ...block,
      code: options.code,
      balances: assetTypes.map((assetType) =>
        isSameAddress(account, devnet.roles.solver)
          ? 10n ** 40n
          : (options.balances.get(assetType) ?? 0n),
      ),
    }),
    readMarket: async (feeds) => ({
      ...block,
      gasPrice,
      feeds: feeds.map((feed) => ({
        answer: devnetPriceAt(feed),
        startedAt: block.blockTime,
        updatedAt: block.blockTime,
      })),
    }),
    isHeldBy: async () => false,
    quotePool: async ({ from, to, amount }) => {
      const [a, b] = [assets.find(from), assets.find(to)]
      if (!a || !b) return undefined
      const worth = (amount * devnetPriceAt(a.feed) * 10n ** 36n) / 10n ** BigInt(a.decimals)
      return (worth * 10n ** BigInt(b.decimals)) / devnetPriceAt(b.feed) / 10n ** 36n
    },
    prepareCalls: async () => ({ revertData: '0x' }),
    prepareOperation: async (intent) => ({
      operation: finishOperation(draftOperation(intent, chain), {
        chain,
        intent,
        callGas: 100_000n,
        fees: { baseFeePerGas: gasPrice, maxPriorityFeePerGas: 0n, maxFeePerGas: gasPrice },
      }),
    }),
  }
}

/** Uneven on purpose: a cross rate then never divides without a rest. */
export function devnetPriceAt(feed: string): bigint {
  const prices: Record<string, bigint> = {
    usdc: 99_990_007n,
    usdt: 100_010_003n,
    eth: 301_234_567_891n,
    btc: 6_123_456_789_123n,
  }
  const ticker = allAssets
    .find((asset) => asset.feed === feed)
    ?.aggregate.aggregatedAssetId.slice(4)
  return prices[ticker ?? ''] ?? 0n
}
