import type { NetworkChain } from '#networks/network.ts'
import type { Call, TokenRequired } from '#protocol/quotes/callQuote.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { type Asset, type AssetIndex, toAssetKey } from '../../assetIndex.ts'
import type { ChainHoldings } from '../../balances/holdings.ts'
import { ServiceError } from '../../ServiceError.ts'

/** An amount of an asset, in its smallest unit. */
export type Amount = { asset: Asset; amount: bigint }

/**
 * Returns what an account must hold on the target chain when its calls run: each asset once,
 * including the native value the calls send. Assets with amount zero come last.
 *
 * @throws ServiceError INVALID_REQUEST or UNSUPPORTED_ASSET with the field at fault.
 */
export function getRequirements(
  { tokensRequired, calls }: { tokensRequired: readonly TokenRequired[]; calls: readonly Call[] },
  { chain, assets }: { chain: NetworkChain; assets: AssetIndex },
): readonly Amount[] {
  const sums = new Map<string, Amount>()
  for (const [index, { assetType, amount }] of tokensRequired.entries()) {
    const path = `tokensRequired.${index}.assetType`
    if (splitAssetType(assetType).chainId !== chain.chainId)
      throw new ServiceError(
        'INVALID_REQUEST',
        `${assetType} is not on the target chain ${chain.chainId}.`,
        { issues: [{ path, message: `Expected an asset of ${chain.chainId}.` }] },
      )
    const asset = assets.find(assetType)
    if (!asset && amount === '0') continue
    if (!asset)
      throw new ServiceError('UNSUPPORTED_ASSET', `${assetType} is not an asset of this network.`, {
        issues: [{ path, message: 'Not among the assets of assets/list.' }],
      })
    const known = sums.get(toAssetKey(assetType))?.amount ?? 0n
    sums.set(toAssetKey(assetType), { asset, amount: known + BigInt(amount) })
  }
  const native = assets.find(chain.nativeAsset)
  const value = calls.reduce((sum, call) => sum + BigInt(call.value), 0n)
  const key = toAssetKey(chain.nativeAsset)
  if (native && value > (sums.get(key)?.amount ?? 0n))
    sums.set(key, { asset: native, amount: value })
  const all = [...sums.values()]
  return [...all.filter(({ amount }) => amount > 0n), ...all.filter(({ amount }) => amount === 0n)]
}

/**
 * Returns the required amounts that the account does not hold itself.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE when a balance cannot be read.
 */
export function getShortfall(
  required: readonly Amount[],
  holdings: ChainHoldings,
): readonly Amount[] {
  return required.flatMap(({ asset, amount }) => {
    const balance = holdings.balanceOf(asset.assetType)
    if (balance === undefined)
      throw new ServiceError('CHAIN_UNAVAILABLE', `${asset.symbol} cannot be read now.`)
    return balance < amount ? [{ asset, amount: amount - balance }] : []
  })
}
