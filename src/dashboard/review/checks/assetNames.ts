import { type AssetId, isAssetType } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import type { NamedAsset } from '../claims/evidence.ts'
import { findRootAsset, type Roots } from '../cases/roots.ts'
import { type Check, checkSame } from '../claims/check.ts'

/** The asset of a request by its ticker, with its own decimals. */
export function nameAsset(roots: Roots, assetId: AssetId): NamedAsset {
  const asset = isAssetType(assetId)
    ? findRootAsset(roots, assetId)
    : roots.assets.find((one) => one.aggregatedAssetId === assetId)
  return { symbol: asset?.symbol ?? assetId, decimals: getDecimals(roots, assetId) }
}

/** An asset by its ticker and chain, or a group by its ticker; an unknown one by its id. */
export function describePlace(roots: Roots, id: string): string {
  const asset = roots.assets.find(({ assetType }) => assetType === id)
  if (asset) return describeOn(asset, { name: describeChain(roots, asset.chainId) })
  return roots.assets.find(({ aggregatedAssetId }) => aggregatedAssetId === id)?.symbol ?? id
}

/** An asset by its ticker and chain. */
export function describeOn({ symbol }: { symbol: string }, { name }: { name: string }): string {
  return translate('{symbol} on {name}', { symbol, name })
}

/** A chain by its name; an unknown one by its id. */
export function describeChain(roots: Roots, chainId: string): string {
  return roots.chains.find((chain) => chain.chainId === chainId)?.name ?? chainId
}

/** The decimals in which a request counts an asset or group; 0 of an unknown one. */
export function getDecimals(roots: Roots, assetId: AssetId): number {
  if (isAssetType(assetId)) return findRootAsset(roots, assetId)?.decimals ?? 0
  return roots.aggregates.find((one) => one.aggregatedAssetId === assetId)?.decimals ?? 0
}

type Names = {
  symbol?: string | undefined
  name?: string | undefined
  decimals?: number | undefined
}

/** Checks what a quote calls an asset, as far as it says so. */
export function checkNames(quoted: Names, asset: Names | undefined): Check[] {
  return [
    ...checkName(translate('Symbol'), { actual: quoted.symbol, expected: asset?.symbol }),
    ...checkName(translate('Name'), { actual: quoted.name, expected: asset?.name }),
    ...checkName(translate('Decimals'), { actual: quoted.decimals, expected: asset?.decimals }),
  ]
}

function checkName(
  what: string,
  compared: { actual: string | number | undefined; expected: string | number | undefined },
): Check[] {
  return compared.actual === undefined ? [] : [checkSame('asset', what, compared)]
}
