import { type AssetType, type ChainKind, getChainKind, splitAssetType } from '#protocol/ids/caip.ts'

/** Smallest units. */
const nativeReserve: Readonly<Record<ChainKind, bigint>> = { evm: 10n ** 16n, solana: 10n ** 7n }

/**
 * What stays with the solver of an asset, whatever is promised or swept: on EVM chains coins for its
 * gas, on Solana, where the executor pays, coins that keep its wallet exempt from rent. Smallest
 * units; nothing of a token.
 */
export function getNativeReserve(assetType: AssetType): bigint {
  if (splitAssetType(assetType).namespace !== 'slip44') return 0n
  return nativeReserve[getChainKind(assetType)]
}
