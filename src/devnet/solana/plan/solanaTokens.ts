import { programs } from '#chains/solana/program/addresses.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaMint } from './solanaKeys.ts'

/** A token: its mint and token program. */
export type SolanaToken = { mint: SolanaAddress; tokenProgram: SolanaAddress }

/** Decimals of every token below. */
export const solanaTokenDecimals = 6

const { mints } = devnetSolana

/** Tokens that the local chain has from the start. */
export const solanaTokens: Readonly<Record<SolanaMint, SolanaToken>> = {
  usdc: { mint: mints.usdc, tokenProgram: programs.token },
  usdt: { mint: mints.usdt, tokenProgram: programs.token },
  token2022: { mint: mints.token2022, tokenProgram: programs.token2022 },
}
