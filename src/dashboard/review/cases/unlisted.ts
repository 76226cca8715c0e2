import { findUnlistedPool } from '#chains/evm/assets/findUnlistedPool.ts'
import { convertAtTick } from '#chains/evm/assets/tickPrice.ts'
import { type AssetType, isAssetType, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { findResembled } from '#protocol/quotes/resemblance.ts'
import { nameUnlisted } from '#protocol/quotes/unlistedToken.ts'
import type { VerifierInput } from './parsedQuote.ts'
import { findRootAsset, findRootChain, findRootToken } from './roots.ts'
import type { TradedToken } from './tradedToken.ts'

/** Evidence in which such a token has its place, where the request asks for one. */
export type WidenedInput = VerifierInput & { traded?: TradedToken }

/**
 * Adds the token that no list names to the roots, by this app's own reading of token and pool and by no
 * word of the service. Unchanged where the request names none, or nothing prices it: then no check finds
 * the asset, and the quote cannot be signed. Source: security rule 10; wire, "Tokens on no list".
 */
export function widenEvidence(evidence: VerifierInput): WidenedInput {
  const traded = findTraded(evidence)
  if (!traded) return evidence
  const { roots, prices } = evidence
  const { asset, pool, pairedWith } = traded
  const { chainId } = asset
  const sides = [asset.assetType, pairedWith.assetType] as const
  const [first, second] = pool.isToken0 ? sides : [sides[1], sides[0]]
  const priceUsd = getPriceUsd(traded, evidence)
  return {
    ...evidence,
    traded,
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
  const asked = findAsked(evidence)
  if (!asked || !reading) return undefined
  const { chainId, reference } = splitAssetType(asked.assetType)
  if (!isSameAddress(reading.token, reference) || reading.decimals === undefined) return undefined
  const found = findUnlistedPool(reading, (token, units) => {
    const listed = findRootToken(roots, { chainId, token })
    const priceUsd = prices?.get(listed?.assetType ?? '')
    return listed && priceUsd !== undefined
      ? (Number(units) / 10 ** listed.decimals) * priceUsd
      : undefined
  })
  if ('refused' in found) return undefined
  const pairedWith = findRootToken(roots, { chainId, token: found.pool.pairedWith })
  return (
    pairedWith && {
      ...asked,
      asset: {
        kind: 'evm',
        assetType: asked.assetType,
        // Of no group: a request names it by itself only.
        aggregatedAssetId: asked.assetType,
        chainId,
        decimals: reading.decimals,
        ...nameUnlisted(reading),
        token: reading.token,
      },
      reading,
      pool: found.pool,
      pairedWith,
      resembles: findResembled(reading, roots.assets),
    }
  )
}

/** The one token of a request that no list names, on an EVM chain of the roots. */
function findAsked({
  request,
  roots,
}: VerifierInput): { side: TradedToken['side']; assetType: AssetType } | undefined {
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
