import fc from 'fast-check'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import { getFeedChain, withPriceSources } from '#networks/priceSources.ts'
import { getDevnetSecondFeed } from '#networks/secondFeeds.ts'
import {
  type Account,
  getAccountKind,
  defaultAccountTypes,
  type EvmAccount,
  type SolanaAccount,
} from '#protocol/accounts/account.ts'
import {
  type AssetType,
  type EvmAddress,
  isAddressOn,
  isSameAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { type Asset, indexAssets } from '#service/assetIndex.ts'
import { createBalances } from '#service/balances/balances.ts'
import { createPrices } from '#service/prices/prices.ts'
import { getAccountOrigin, predictAddress } from '#service/quotes/request/checkAccounts.ts'
import { createQuotes } from '#service/quotes/quotes.ts'
import { testQuoteKey } from './quotes.ts'
import { getDevnetPrice, createValueChain, type ValueWorld } from './valueChain.ts'
import { createValueSolanaChain } from './valueSolanaChain.ts'

/** The devnet with Solana, and one aggregate with more decimals than its members. */
export const testNetwork: Network = {
  ...devnetWithSolana,
  aggregates: withPriceSources(devnetWithSolana, getDevnetSecondFeed).aggregates.map((aggregate) =>
    aggregate.aggregatedAssetId === 'agg:usdc' ? { ...aggregate, decimals: 8 } : aggregate,
  ),
}

const assets = indexAssets(testNetwork)
export const allAssets = testNetwork.chains.flatMap(({ chainId }) => assets.findOnChain(chainId))

/** A random state: accounts of all kinds, their balances, prices and gas. */
export type TestWorld = ValueWorld & { accounts: readonly Account[] }

/** Ten accounts, the three EVM kinds in turn. */
const tenAccounts: readonly EvmAccount[] = Array.from({ length: 10 }, (_, index) => {
  const key: EvmAddress = `0x${(index + 17).toString(16).repeat(20)}`
  const other: EvmAddress = `0x${(index + 37).toString(16).repeat(20)}`
  const options = { origin: getAccountOrigin(devnet), types: defaultAccountTypes }
  const signer = { type: defaultAccountTypes.basic, signerAddress: key }
  const roles = { sessionAddress: key, adminAddress: other }
  if (index % 3 === 0) return { ...roles, accountAddress: predictAddress(roles, options) }
  if (index % 3 === 1) return { ...signer, accountAddress: predictAddress(signer, options) }
  const type = defaultAccountTypes.eip7702
  return { type, deploymentType: 'EIP7702', signerAddress: key, accountAddress: key }
})

/** Four Solana wallets. */
const wallets: readonly SolanaAccount[] = [
  '3S1HtquakVLwUNcSs6QivY1SUedVdcbo8ePUCzVntKQd',
  'AgJsEkueJuQ1qZsz7RmySgWfnEN9aYfgH1myErUyc1CY',
  'HQUJafZNAXdowqoBtE5EdA9xq7PyxU9YQorSSw3jJBqb',
  'SgxwL6otzVq6wUGdmjEfSEFUuWanzN38vud3TA9dM7G',
].map((accountAddress) => ({ type: defaultAccountTypes.solana, accountAddress }))

const everybody: readonly Account[] = [...tenAccounts, ...wallets]

/**
 * 1 to 10 accounts, up to four of them on Solana, first or last; a third of the balances is zero,
 * the others are up to 10,000 dollars.
 */
export const testWorlds: fc.Arbitrary<TestWorld> = fc
  .record({
    count: fc.integer({ min: 1, max: 10 }),
    first: fc.nat(9),
    onSolana: fc.integer({ min: 0, max: 4 }),
    isSolanaFirst: fc.boolean(),
    held: fc.array(fc.oneof(fc.constant(0), fc.nat(1_000_000), fc.nat(1_000_000)), {
      minLength: everybody.length * allAssets.length,
      maxLength: everybody.length * allAssets.length,
    }),
    isThere: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
    // Feed answers in thousandths of the usual price, and their deviation per chain.
    price: fc.array(fc.integer({ min: 400, max: 2_500 }), { minLength: 5, maxLength: 5 }),
    offBps: fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 15, maxLength: 15 }),
    gwei: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ count, first, onSolana, isSolanaFirst, held, isThere, price, offBps, gwei }) => {
    const walletCount = Math.min(onSolana, count)
    const evm = Array.from(
      { length: count - walletCount },
      (_, index) => tenAccounts[(first + index) % 10],
    )
    const solana = wallets.slice(0, walletCount)
    const accounts = isSolanaFirst ? [...solana, ...evm] : [...evm, ...solana]
    function priceAt(feed: string, chainId: string): bigint {
      const chain = devnet.chains.findIndex((one) => one.chainId === chainId)
      const ticker = testNetwork.aggregates.findIndex(({ members }) =>
        members.some((one) => one.feed === feed || one.secondFeed === feed),
      )
      const factor = BigInt(price[ticker] ?? 0) * BigInt(10_000 + (offBps[chain * 5 + ticker] ?? 0))
      return (getDevnetPrice(feed) * factor) / 10_000_000n
    }
    return {
      accounts: accounts.flatMap((account) => account ?? []),
      gwei,
      clockMs: 1_800_000_000_000,
      priceAt,
      codeOf(account) {
        const index = getIndex(account)
        const found = tenAccounts[index]
        if (!found || isThere[index] !== true) return 'none'
        return getAccountKind(found) === 'eip7702' ? 'delegate' : 'other'
      },
      balanceOf(account, assetType) {
        if (!isAddressOn(account, splitAssetType(assetType).chainId)) return 0n
        const at = allAssets.findIndex((asset) => asset.assetType === assetType)
        const share = held[getIndex(account) * allAssets.length + at] ?? 0
        return (getTenThousandDollars(assetType) * BigInt(share)) / 1_000_000n
      },
    }
  })

function getIndex(account: string): number {
  return everybody.findIndex(({ accountAddress }) => isSameAddress(accountAddress, account))
}

/** Returns a devnet asset by its type. */
export function getAsset(assetType: string): Asset {
  const asset = allAssets.find((one) => one.assetType === assetType)
  if (!asset) throw new Error(`${assetType} is not in assets/list.`)
  return asset
}

/** Returns an asset's feed price, 1e-8 US dollars per whole token. */
export function getPrice({ priceAt }: TestWorld, assetType: string): bigint {
  const asset = getAsset(assetType)
  return priceAt(asset.feed, getFeedChain(asset))
}

/** Composes the quotes of a world, without shared caches. */
export function composeWorld(world: TestWorld) {
  const chains = new Map(
    testNetwork.chains.map((chain) => [
      chain.chainId,
      chain.kind === 'evm' ? createValueChain(chain, world) : createValueSolanaChain(chain, world),
    ]),
  )
  const prices = createPrices({ network: testNetwork, chains, clock: () => world.clockMs })
  const balances = createBalances({ network: testNetwork, chains, prices })
  const parts = { network: testNetwork, chains, prices, balances }
  return { ...parts, assets, quotes: createQuotes({ ...parts, quoteKey: testQuoteKey }) }
}

function getTenThousandDollars(assetType: AssetType): bigint {
  const { decimals, feed } = getAsset(assetType)
  return (10_000n * 10n ** BigInt(decimals + 8)) / getDevnetPrice(feed)
}
