import { type AssetType, type SolanaAddress, splitAssetType } from '#protocol/ids/caip.ts'

/**
 * Returns the mint of an asset; undefined for SOL.
 *
 * @throws Error when the asset is not on a Solana chain.
 */
export function getAssetMint(assetType: AssetType): SolanaAddress | undefined {
  const { namespace, reference, chainId } = splitAssetType(assetType)
  if (!chainId.startsWith('solana:')) throw new Error(`${assetType} is not of a Solana chain.`)
  return namespace === 'token' ? reference : undefined
}
