import { PublicKey } from '@solana/web3.js'

import { devnetSolana } from '#networks/devnetSolana.ts'
import type { SolanaMint } from './solanaKeys.ts'
import type { SolanaToken } from './splToken.ts'
import { token2022Program, tokenProgram } from './tokenState.ts'

/** Decimals of every token that the local chain has from the start. */
export const solanaTokenDecimals = 6

/** The tokens that the local chain has from the start. */
export const solanaTokens: Readonly<Record<SolanaMint, SolanaToken>> = {
  usdc: tokenOf('usdc', tokenProgram),
  usdt: tokenOf('usdt', tokenProgram),
  token2022: tokenOf('token2022', token2022Program),
}

function tokenOf(name: SolanaMint, program: string): SolanaToken {
  return { mint: new PublicKey(devnetSolana.mints[name]), program: new PublicKey(program) }
}
