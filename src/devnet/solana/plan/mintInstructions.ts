import { getAssociatedTokenAddress, programs } from '#chains/solana/program/addresses.ts'
import { writeBytes } from '#chains/solana/program/bytes.ts'
import {
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
} from '#chains/solana/program/instruction.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
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

/** Bytes of a mint without extensions. */
export const mintSpace = 82

/**
 * Initializes a new account of `mintSpace` bytes as a mint.
 *
 * @param options.freezer - May freeze its token accounts; nobody by default.
 */
export function initializeMint(
  { mint, tokenProgram }: SolanaToken,
  options: { decimals: number; authority: SolanaAddress; freezer?: SolanaAddress },
): SolanaInstruction {
  const { decimals, authority, freezer } = options
  const data = writeBytes().u8(initializeMint2).u8(decimals).address(authority)
  data.u8(freezer === undefined ? 0 : 1)
  if (freezer !== undefined) data.address(freezer)
  return { programId: tokenProgram, accounts: [toWritableAccount(mint)], data: data.bytes() }
}

/** Mints to an owner's canonical account; `authority` signs. */
export function mintTo(
  token: SolanaToken,
  to: { owner: SolanaAddress; authority: SolanaAddress; units: bigint },
): SolanaInstruction {
  const { owner, authority, units } = to
  return {
    programId: token.tokenProgram,
    accounts: [
      toWritableAccount(token.mint),
      toWritableAccount(getAssociatedTokenAddress(owner, token)),
      toSignerAccount(authority),
    ],
    data: writeBytes().u8(mintToTag).u64(units).bytes(),
  }
}

const initializeMint2 = 20
const mintToTag = 7
