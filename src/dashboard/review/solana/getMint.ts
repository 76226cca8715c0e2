import { isNativeMint, programs } from '#chains/solana/program/addresses.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaRootAsset } from '../cases/roots.ts'

/** The mint of an asset and its token program; undefined for SOL. */
export function getMint({
  token,
  tokenProgram,
}: SolanaRootAsset): { mint: SolanaAddress; tokenProgram: SolanaAddress } | undefined {
  if (isNativeMint(token)) return undefined
  return { mint: token, tokenProgram: tokenProgram ?? programs.token }
}
