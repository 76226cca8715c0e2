import { type AssetType, type SolanaAddress, splitAssetType } from '#protocol/ids/caip.ts'

/**
 * The mint of an asset; undefined for SOL.
 *
 * @throws Error when it is no asset of a Solana chain.
 */
export function getAssetMint(assetType: AssetType): SolanaAddress | undefined {
  const { namespace, reference, chainId } = splitAssetType(assetType)
  if (!chainId.startsWith('solana:')) throw new Error(`${assetType} is not of a Solana chain.`)
  return namespace === 'token' ? reference : undefined
}
