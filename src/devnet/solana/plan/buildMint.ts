import { programs } from '#chains/solana/program/addresses.ts'
import { writeBytes } from '#chains/solana/program/bytes.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { mintSpace } from './mintInstructions.ts'
import type { FirstAccount } from './placeAccount.ts'
import { solanaTokenDecimals } from './solanaTokens.ts'

/** Builds the account of an SPL Token mint, as at the address of a public cluster's token. */
export function buildMint(of: { mint: SolanaAddress; authority: SolanaAddress }): FirstAccount {
  const data = writeBytes()
    .u32(some)
    .address(of.authority)
    .u64(0n)
    .u8(solanaTokenDecimals)
    .u8(initialized)
    .bytes()
  return {
    address: of.mint,
    owner: programs.token,
    // No freeze authority: the rest is zeros.
    data: Buffer.concat([data], mintSpace),
  }
}

const some = 1
const initialized = 1
