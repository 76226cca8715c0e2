import { writeBytes } from '#chains/solana/program/bytes.ts'
import { programs } from '#chains/solana/program/addresses.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { mintSpace } from './mintInstructions.ts'
import type { Runtime } from '../bank/runtime.ts'
import { solanaTokenDecimals } from './solanaTokens.ts'

/** An SPL Token mint that a chain has from the start, and its mint authority. */
export type PlacedMint = { mint: SolanaAddress; authority: SolanaAddress }

/**
 * Places a mint where no transaction can create one: at the address of a public cluster's token,
 * whose key is not known here. An existing one is kept.
 */
export function placeMint(
  runtime: Pick<Runtime, 'account' | 'setAccount' | 'minimumBalance'>,
  { mint, authority }: PlacedMint,
): void {
  if (runtime.account(mint)) return
  const data = writeBytes()
    .u32(some)
    .address(authority)
    .u64(0n)
    .u8(solanaTokenDecimals)
    .u8(initialized)
    .bytes()
  runtime.setAccount({
    address: mint,
    account: {
      lamports: runtime.minimumBalance(mintSpace),
      // No freeze authority: the rest is zeros.
      data: Buffer.concat([data], mintSpace),
      owner: programs.token,
      isExecutable: false,
    },
  })
}

const some = 1
const initialized = 1
