import { describePoolFault, findUnlistedPool } from '#chains/evm/assets/findUnlistedPool.ts'
import type { UnlistedTokens } from '#chains/ports/chain.ts'
import { type AssetType, checksumAddress, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Asset } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUsd, toUsdNumber } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import type { UnlistedAsset } from './unlistedAsset.ts'

/** What reading such a token needs. */
export type UnlistedMarket = Pick<QuoteService, 'chains' | 'assets'> & { book: PriceBook }

/**
 * Reads a token that no list names and finds the pool that prices it.
 *
 * @throws ServiceError PRICE_UNAVAILABLE with the reason when nothing prices it;
 *   UNSUPPORTED_ASSET on a chain without a venue; ChainUnavailableError.
 */
export async function readUnlistedAsset(
  assetType: AssetType,
  { chains, assets, book }: UnlistedMarket,
): Promise<UnlistedAsset> {
  const { chainId, reference } = splitAssetType(assetType)
  const token = checksumAddress(EvmAddress.parse(reference))
  const listed = new Map(assets.findOnChain(chainId).flatMap(toTokenEntry))
  const reading = await getVenue(assetType, { chains }).read(token, [...listed.keys()])
  const found = findUnlistedPool(reading, (paired, units) => {
    const asset = listed.get(paired)
    const priceUsd = asset && book.priceUsd(asset)
    if (!asset || priceUsd === undefined) return undefined
    return toUsdNumber(toUsd(units, { decimals: asset.decimals, priceUsd }))
  })
  if ('fault' in found)
    throw new ServiceError(
      'PRICE_UNAVAILABLE',
      `${assetType} has no price. ${describePoolFault(found.fault)}`,
    )
  const pairedWith = listed.get(found.pool.pairedWith)
  const { decimals, symbol, name } = reading
  if (!pairedWith || decimals === undefined) throw new Error(`${assetType} was read incompletely.`)
  return {
    assetType: `${chainId}/erc20:${token}`,
    token,
    chainId,
    decimals,
    symbol,
    name,
    pool: found.pool,
    pairedWith,
  }
}

/**
 * Tries a token out, for as much of the pool's listed token as the quote trades.
 *
 * @throws ServiceError SIMULATION_FAILED with what was seen; ChainUnavailableError.
 */
export async function tryUnlistedAsset(
  { assetType, token, decimals, pool }: UnlistedAsset,
  { amount, chains }: { amount: bigint } & Pick<QuoteService, 'chains'>,
): Promise<void> {
  const { address, fee: poolFee, pairedWith } = pool
  const trial = { token, decimals, pairedWith, amount, pool: address, poolFee }
  const refused = await getVenue(assetType, { chains }).try(trial)
  if (refused === undefined) return
  throw new ServiceError('SIMULATION_FAILED', `${assetType} is not traded. ${refused}`)
}

function getVenue(assetType: AssetType, { chains }: Pick<QuoteService, 'chains'>): UnlistedTokens {
  const { chainId } = splitAssetType(assetType)
  const venue = chains.get(chainId)?.unlisted
  if (venue) return venue
  throw new ServiceError(
    'UNSUPPORTED_ASSET',
    `${assetType} is not an asset of this network, and ${chainId} has no exchange for others.`,
  )
}

function toTokenEntry(asset: Asset): readonly [EvmAddress, Asset][] {
  const { namespace, reference } = splitAssetType(asset.assetType)
  return namespace === 'erc20' ? [[EvmAddress.parse(reference), asset]] : []
}
