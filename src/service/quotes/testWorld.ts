import fc from 'fast-check'

import { devnet } from '#networks/devnet.ts'
import type { Network } from '#networks/network.ts'
import { accountKind, defaultAccountTypes, type EvmAccount } from '#protocol/account.ts'
import { type AssetType, type EvmAddress, isSameAddress } from '#protocol/caip.ts'
import { type Asset, indexAssets } from '../assetIndex.ts'
import { createBalances } from '../balances/balances.ts'
import { createPrices } from '../prices/prices.ts'
import { accountOriginOf, predictAddress } from './checkAccounts.ts'
import { createQuotes } from './quotes.ts'
import { testQuoteKey } from './testQuotes.ts'
import { devnetPriceAt, valueChain, type ValueWorld } from './valueChain.ts'

/** The devnet with one aggregate that counts finer than its members do. */
export const testNetwork: Network = {
  ...devnet,
  aggregates: devnet.aggregates.map((aggregate) =>
    aggregate.aggregatedAssetId === 'agg:usdc' ? { ...aggregate, decimals: 8 } : aggregate,
  ),
}

const assets = indexAssets(testNetwork)
export const allAssets = devnet.chains.flatMap(({ chainId }) => assets.onChain(chainId))

/** A random situation: accounts of all EVM kinds, what each holds where, prices and gas. */
export type TestWorld = ValueWorld & { accounts: readonly EvmAccount[] }

/** Ten accounts, the three kinds in turn. */
const tenAccounts: readonly EvmAccount[] = Array.from({ length: 10 }, (_, index) => {
  const key: EvmAddress = `0x${(index + 17).toString(16).repeat(20)}`
  const other: EvmAddress = `0x${(index + 37).toString(16).repeat(20)}`
  const options = { origin: accountOriginOf(devnet), types: defaultAccountTypes }
  const signer = { type: defaultAccountTypes.basic, signerAddress: key }
  const roles = { sessionAddress: key, adminAddress: other }
  if (index % 3 === 0) return { ...roles, accountAddress: predictAddress(roles, options) }
  if (index % 3 === 1) return { ...signer, accountAddress: predictAddress(signer, options) }
  const type = defaultAccountTypes.eip7702
  return { type, deploymentType: 'EIP7702', signerAddress: key, accountAddress: key }
})

/** 1 to 10 accounts; a third of the balances is empty, the others are up to 10,000 dollars. */
export const testWorlds: fc.Arbitrary<TestWorld> = fc
  .record({
    count: fc.integer({ min: 1, max: 10 }),
    first: fc.nat(9),
    held: fc.array(fc.oneof(fc.constant(0), fc.nat(1_000_000), fc.nat(1_000_000)), {
      minLength: 10 * allAssets.length,
      maxLength: 10 * allAssets.length,
    }),
    isThere: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
    // A feed's answer in thousandths of the usual one, and how far a chain is off it.
    price: fc.array(fc.integer({ min: 400, max: 2_500 }), { minLength: 4, maxLength: 4 }),
    offBps: fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 12, maxLength: 12 }),
    gwei: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ count, first, held, isThere, price, offBps, gwei }) => {
    const accounts = Array.from({ length: count }, (_, index) => tenAccounts[(first + index) % 10])
    function priceAt(feed: string, chainId: string): bigint {
      const chain = devnet.chains.findIndex((one) => one.chainId === chainId)
      const ticker = devnet.aggregates.findIndex(({ members }) =>
        members.some((one) => one.feed === feed),
      )
      const factor = BigInt(price[ticker] ?? 0) * BigInt(10_000 + (offBps[chain * 4 + ticker] ?? 0))
      return (devnetPriceAt(feed) * factor) / 10_000_000n
    }
    return {
      accounts: accounts.flatMap((account) => account ?? []),
      gwei,
      clockMs: 1_800_000_000_000,
      priceAt,
      codeOf(account) {
        const index = indexOf(account)
        const found = tenAccounts[index]
        if (!found || isThere[index] !== true) return 'none'
        return accountKind(found) === 'eip7702' ? 'delegate' : 'other'
      },
      balanceOf(account, assetType) {
        const at = allAssets.findIndex((asset) => asset.assetType === assetType)
        const share = held[indexOf(account) * allAssets.length + at] ?? 0
        return (tenThousandDollars(assetType) * BigInt(share)) / 1_000_000n
      },
    }
  })

function indexOf(account: string): number {
  return tenAccounts.findIndex(({ accountAddress }) => isSameAddress(accountAddress, account))
}

/** The asset of a devnet type. */
export function assetOf(assetType: string): Asset {
  const asset = allAssets.find((one) => one.assetType === assetType)
  if (!asset) throw new Error(`${assetType} is not in assets/list.`)
  return asset
}

/** What a world's feed says of an asset, US dollars in 1e-8 for a whole token. */
export function priceOf({ priceAt }: TestWorld, assetType: string): bigint {
  const { feed, chainId } = assetOf(assetType)
  return priceAt(feed, chainId)
}

/** Everything that answers quotes in a world, with nothing kept from another one. */
export function composeWorld(world: TestWorld) {
  const chains = new Map(devnet.chains.map((chain) => [chain.chainId, valueChain(chain, world)]))
  const prices = createPrices({ network: testNetwork, chains, clock: () => world.clockMs })
  const balances = createBalances({ network: testNetwork, chains, prices })
  const parts = { network: testNetwork, chains, prices, balances }
  return { ...parts, assets, quotes: createQuotes({ ...parts, quoteKey: testQuoteKey }) }
}

function tenThousandDollars(assetType: AssetType): bigint {
  const { decimals, feed } = assetOf(assetType)
  return (10_000n * 10n ** BigInt(decimals + 8)) / devnetPriceAt(feed)
}
