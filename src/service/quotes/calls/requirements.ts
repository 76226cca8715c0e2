import type { NetworkChain } from '#networks/network.ts'
import type { Call, TokenRequired } from '#protocol/quotes/callQuote.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { type Asset, type AssetIndex, toAssetKey } from '../../assetIndex.ts'
import type { ChainHoldings } from '../../balances/holdings.ts'
import { ServiceError } from '../../ServiceError.ts'

/** An asset and how much of it, in its smallest unit. */
export type Amount = { asset: Asset; amount: bigint }

/**
 * What an account must hold on the target chain when its calls run: each asset once, what the calls
 * send in native coins at least. What is named with an amount of zero comes last; it need not be listed.
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
 * What of the requirements the account does not hold itself.
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
      throw new ServiceError('CHAIN_UNAVAILABLE', `${asset.assetType} cannot be read now.`)
    return balance < amount ? [{ asset, amount: amount - balance }] : []
  })
}
