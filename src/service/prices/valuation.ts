import type { Network } from '#networks/network.ts'
import type { AssetType, ChainId } from '#protocol/ids/caip.ts'
import { type Asset, indexAssets } from '../assetIndex.ts'
import { ServiceError } from '../ServiceError.ts'
import type { Prices } from './prices.ts'
import { toUsd } from './usd.ts'

/** Units that rates of a {@link Valuation} refer to: one coin with 18 decimals. */
export const rateUnits = 10n ** 18n

/** Values assets and gas at current prices; see {@link createValuation}. */
export type Valuation = {
  /**
   * Returns the total value of amounts in smallest units, 1e-8 US dollars.
   *
   * @throws ServiceError PRICE_UNAVAILABLE or UNSUPPORTED_ASSET.
   */
  worth(amounts: readonly { assetType: AssetType; amount: bigint }[]): Promise<bigint>
  /**
   * Returns the value of {@link rateUnits} smallest units of each chain's native coin, 1e-8 US
   * dollars. Gas of chains with different coins can only be added up in dollars.
   *
   * @throws ServiceError PRICE_UNAVAILABLE.
   */
  coinRates(chainIds: readonly ChainId[]): Promise<Readonly<Record<ChainId, bigint>>>
  /**
   * Returns the cost of gas on a chain, 1e-8 US dollars.
   *
   * @throws ServiceError PRICE_UNAVAILABLE.
   */
  gasUsd(chainId: ChainId, gas: bigint): Promise<bigint>
}

/** Creates the valuation of a network's assets by its price feeds. */
export function createValuation({
  network,
  prices,
}: {
  network: Network
  prices: Prices
}): Valuation {
  const assets = indexAssets(network)
  const coins = new Map(network.chains.map(({ chainId, nativeAsset }) => [chainId, nativeAsset]))

  async function readPrices(assetTypes: readonly AssetType[]): Promise<readonly Priced[]> {
    const found = assetTypes.map((assetType) => assetIn(assetType))
    const book = await prices.read([...new Set(found.map(({ chainId }) => chainId))])
    return found.map((asset) => {
      const priceUsd = book.priceUsd(asset)
      if (priceUsd !== undefined) return { decimals: asset.decimals, priceUsd }
      throw new ServiceError('PRICE_UNAVAILABLE', `${asset.symbol} has no price now.`)
    })
  }

  function assetIn(assetType: AssetType | undefined): Asset {
    const asset = assetType && assets.find(assetType)
    if (asset) return asset
    throw new ServiceError('UNSUPPORTED_ASSET', `${assetType} is not an asset of this network.`)
  }

  return {
    async worth(amounts) {
      const priced = await readPrices(amounts.map(({ assetType }) => assetType))
      return priced.reduce((sum, one, index) => sum + toUsd(amounts[index]?.amount ?? 0n, one), 0n)
    },
    async coinRates(chainIds) {
      const priced = await readPrices(chainIds.map((id) => assetIn(coins.get(id)).assetType))
      return Object.fromEntries(
        priced.map((one, index) => [chainIds[index] ?? '', toUsd(rateUnits, one)]),
      )
    },
    async gasUsd(chainId, gas) {
      const usd = (await prices.read([chainId])).gasUsd(chainId, gas)
      if (usd !== undefined) return usd
      throw new ServiceError('PRICE_UNAVAILABLE', `Gas on ${chainId} has no price now.`)
    },
  }
}

type Priced = { decimals: number; priceUsd: bigint }
