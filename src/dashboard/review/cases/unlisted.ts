import {
  type FoundPool,
  findUnlistedPool,
  type PricedPool,
} from '#chains/evm/assets/findUnlistedPool.ts'
import { convertAtTick } from '#chains/evm/assets/tickPrice.ts'
import {
  type AssetType,
  EvmAddress,
  isAssetType,
  isSameAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { findResembled } from '#protocol/quotes/resemblance.ts'
import {
  type UnlistedReading,
  nameUnlisted,
  type UnlistedToken,
} from '#protocol/quotes/unlistedToken.ts'
import type { VerifierInput } from './parsedQuote.ts'
import { findRootAsset, findRootChain, findRootToken, type Roots } from './roots.ts'
import type { TradedToken } from './tradedToken.ts'

/** Evidence in which such a token has its place, where the request asks for one. */
export type WidenedInput = VerifierInput & { traded?: TradedToken }

/**
 * Adds the token that no list names to the roots, by this app's own reading of token and pool and by no
 * word of the service. Unchanged where the request names none, or nothing prices it: then no check finds
 * the asset, and the quote cannot be signed. A quote of the past names token and pool itself, under its
 * seal: no file holds what the chain said then. Source: security rule 10; wire, "Tokens on no list".
 */
export function widenEvidence(evidence: VerifierInput, quote: Quote): WidenedInput {
  const traded = evidence.isPast ? findAgreed(evidence, quote.unlistedToken) : findTraded(evidence)
  return traded ? { ...addTraded(evidence, traded), traded } : evidence
}

/** Adds a token that no list names to the roots, with its pool, and its price to those of the feeds. */
export function addTraded<Known extends Pick<VerifierInput, 'roots' | 'prices'>>(
  known: Known,
  traded: TradedToken | undefined,
): Known {
  if (!traded) return known
  const { roots, prices } = known
  const { asset, pool, pairedWith, priceUsd } = traded
  const { chainId } = asset
  const sides = [asset.assetType, pairedWith.assetType] as const
  const [first, second] = pool.isToken0 ? sides : [sides[1], sides[0]]
  return {
    ...known,
    roots: {
      ...roots,
      assets: [...roots.assets, asset],
      pools: [
        ...roots.pools,
        { chainId, pool: pool.address, fee: pool.fee, tokens: [first, second] },
      ],
    },
    ...(prices &&
      priceUsd !== undefined && { prices: new Map([...prices, [asset.assetType, priceUsd]]) }),
  }
}

function findTraded(evidence: VerifierInput): TradedToken | undefined {
  const { roots, prices, unlisted: reading } = evidence
  const asked = findAskedToken(evidence)
  if (!asked || !reading || !isSameAddress(reading.token, getAddress(asked.assetType)))
    return undefined
  const found = findPricedPool(reading, { roots, prices, assetType: asked.assetType })
  if ('fault' in found) return undefined
  const traded = buildTraded(asked, { reading, roots, pool: found.pool })
  return traded && { ...traded, priceUsd: getPriceUsd(traded, evidence) }
}

/**
 * Finds the pool that prices a token by this app's own reading and the pinned feeds, or why none does.
 */
export function findPricedPool(
  reading: UnlistedReading,
  { roots, prices, assetType }: Pick<VerifierInput, 'roots' | 'prices'> & { assetType: AssetType },
): FoundPool {
  const { chainId } = splitAssetType(assetType)
  return findUnlistedPool(reading, (token, units) => {
    const listed = findRootToken(roots, { chainId, token })
    const priceUsd = prices?.get(listed?.assetType ?? '')
    return listed && priceUsd !== undefined
      ? (Number(units) / 10 ** listed.decimals) * priceUsd
      : undefined
  })
}

function findAgreed(
  evidence: VerifierInput,
  said: UnlistedToken | undefined,
): TradedToken | undefined {
  const asked = findAskedToken(evidence)
  const token = EvmAddress.safeParse(asked && getAddress(asked.assetType)).data
  const pairedWith = EvmAddress.safeParse(said && getAddress(said.pool.pairedWith)).data
  if (!asked || !said || !token || !pairedWith) return undefined
  const { symbol, name, decimals, pool: of } = said
  const pool = {
    address: of.address,
    fee: of.fee,
    pairedWith,
    held: BigInt(of.pairedAmount),
    liquidity: 0n,
    sqrtPrice: 0n,
    tick: 0,
    observations: 0,
    isToken0: BigInt(token) < BigInt(pairedWith),
  }
  const reading = { token, hasCode: true, decimals, symbol, name, pools: [pool] }
  const traded = buildTraded(asked, { reading, roots: evidence.roots, pool })
  return traded && { ...traded, isAgreed: true }
}

function buildTraded(
  asked: AskedToken,
  { reading, roots, pool }: { reading: UnlistedReading; roots: Roots; pool: PricedPool },
): TradedToken | undefined {
  const { chainId } = splitAssetType(asked.assetType)
  const { decimals, token } = reading
  const pairedWith = findRootToken(roots, { chainId, token: pool.pairedWith })
  if (!pairedWith || decimals === undefined) return undefined
  return {
    side: asked.side,
    asset: {
      kind: 'evm',
      assetType: asked.assetType,
      // Of no group: a request names it by itself only.
      aggregatedAssetId: asked.assetType,
      chainId,
      decimals,
      ...nameUnlisted(reading),
      token,
      isUnlisted: true,
    },
    reading,
    pool,
    pairedWith,
    resembles: findResembled(reading, roots.assets),
    priceUsd: undefined,
  }
}

function getAddress(assetType: AssetType): string {
  return splitAssetType(assetType).reference
}

/** A token that a request names and no list does, and whether it is sold or bought. */
export type AskedToken = { side: TradedToken['side']; assetType: AssetType }

/** The one token of a request that no list names, on an EVM chain of the roots. */
export function findAskedToken({
  request,
  roots,
}: Pick<VerifierInput, 'request' | 'roots'>): AskedToken | undefined {
  if (request.acceptsUnlisted !== true) return undefined
  const [first, second] = (['sold', 'bought'] as const).flatMap((side) => {
    const { assetId } = side === 'sold' ? request.from.asset : request.to.asset
    if (!isAssetType(assetId) || findRootAsset(roots, assetId)) return []
    const { chainId, namespace } = splitAssetType(assetId)
    const isToken = namespace === 'erc20' && findRootChain(roots, chainId)?.kind === 'evm'
    return isToken ? [{ side, assetType: assetId }] : []
  })
  return second ? undefined : first
}

/** US dollars of a whole token by its pool's average price; undefined without one of its listed side. */
function getPriceUsd(
  { asset, pool, pairedWith }: TradedToken,
  { prices }: VerifierInput,
): number | undefined {
  const listedUsd = prices?.get(pairedWith.assetType)
  if (listedUsd === undefined) return undefined
  // More digits than a whole token has, for one that is worth next to nothing.
  const finer = 18
  const units = convertAtTick(10n ** BigInt(asset.decimals + finer), pool)
  return (Number(units) / 10 ** (pairedWith.decimals + finer)) * listedUsd
}
