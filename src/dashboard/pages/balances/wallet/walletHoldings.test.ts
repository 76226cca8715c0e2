import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { AssetType, ChainId } from '#protocol/ids/caip.ts'
import type { ChainFunds } from '#dashboard/api/balances/walletFunds.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { sumMovesUsd, toWalletHoldings, type WalletHolding } from './walletHoldings.ts'

const [firth, delta] = devnet.chains
const usdc = devnet.aggregates.find(({ symbol }) => symbol === 'USDC')?.members ?? []
const [usdcOnFirth, usdcOnDelta] = usdc.map(({ assetType }) => assetType)
if (!firth || !delta || !usdcOnFirth || !usdcOnDelta) throw new Error('Expected two chains.')
const chains = identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name })))
const gasPriceWei = 3_000_000_000n
const coin = 1_000_000_000_000_000_000n

function hold(units: readonly (readonly [AssetType, bigint])[]): ChainFunds {
  return { units: new Map(units), gasPriceWei }
}

function list(funds: readonly (readonly [ChainId, ChainFunds | 'silent'])[], keptWei = 0n) {
  const prices = new Map([
    [`${usdcOnFirth}`, 1],
    [`${firth?.nativeAsset}`, 3000],
  ])
  return toWalletHoldings(new Map(funds), { network: devnet, chains, prices, keptWei })
}

function moveAll(asset: WalletHolding) {
  return { asset, amount: asset.movable }
}

test('all of a token can be moved, and of the coin what gas for all of it does not need', () => {
  const held = hold([
    [usdcOnFirth, 25_000_000n],
    [firth.nativeAsset, coin],
  ])
  const { all, movable, totalUsd } = list([[firth.chainId, held]])
  expect(all.map(({ symbol, movable: units }) => [symbol, units])).toEqual([
    ['USDC', 25_000_000n],
    ['ETH', coin - (50_000n + 100_000n) * gasPriceWei],
  ])
  expect(movable).toHaveLength(2)
  expect(totalUsd).toBe(3025)
  expect(sumMovesUsd(movable.map(moveAll))).toBeCloseTo(3025 - 0.00045 * 3000, 2)
})

test('a token without coins for gas stays, and says so; a coin that only covers gas stays too', () => {
  const { all, movable } = list([
    [firth.chainId, hold([[usdcOnFirth, 1n]])],
    [delta.chainId, hold([[delta.nativeAsset, 100_000n]])],
  ])
  expect(movable).toEqual([])
  expect(all).toMatchObject([
    { symbol: 'USDC', isGasMissing: true, coin: { symbol: 'ETH' } },
    { symbol: 'ETH', isGasMissing: false, isNative: true },
  ])
})

test('what a move of everything leaves for gas is not offered as one more', () => {
  const left = 150_000n * gasPriceWei - 40_000n * gasPriceWei
  const { movable } = list([[firth.chainId, hold([[firth.nativeAsset, left]])]])
  expect(movable).toEqual([])
})

test('the key of the local wallet keeps what a refund of its own may cost', () => {
  const held = hold([[firth.nativeAsset, coin]])
  const { all } = list([[firth.chainId, held]], coin / 20n)
  expect(all[0]?.movable).toBe(coin - coin / 20n)
})

test('all of a coin ends after the digits that are shown of it, never above what gas leaves', () => {
  const { all } = list([[firth.chainId, hold([[firth.nativeAsset, coin + 123_456_789n]])]])
  expect(all[0]?.movable).toBe(coin - 150_000_000_000_000n)
})

test('a chain that did not answer is named, and what has no price has no value', () => {
  const { unread, totalUsd, movable } = list([
    [firth.chainId, 'silent'],
    [
      delta.chainId,
      hold([
        [usdcOnDelta, 5n],
        [delta.nativeAsset, coin],
      ]),
    ],
  ])
  expect(unread.map(({ name }) => name)).toEqual(['Firth'])
  expect(totalUsd).toBeUndefined()
  expect(sumMovesUsd(movable.map(moveAll))).toBeUndefined()
})
