import { type AssetType, type ChainKind, getChainKind, splitAssetType } from '#protocol/ids/caip.ts'

/** Smallest units. */
const nativeReserve: Readonly<Record<ChainKind, bigint>> = { evm: 10n ** 16n, solana: 10n ** 7n }

/**
 * Returns the balance that the solver always keeps, in smallest units: on EVM chains native coins
 * for gas, on Solana (where the executor pays fees) the rent exemption of its wallet, no tokens.
 */
export function getNativeReserve(assetType: AssetType): bigint {
  if (splitAssetType(assetType).namespace !== 'slip44') return 0n
  return nativeReserve[getChainKind(assetType)]
}
