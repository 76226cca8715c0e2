import { writeBytes } from '#chains/solana/program/bytes.ts'
import { programs } from '#chains/solana/program/addresses.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { mintSpace } from './mintInstructions.ts'
import type { Runtime } from '../bank/runtime.ts'
import { solanaTokenDecimals } from './solanaTokens.ts'

/** A mint of SPL Token that a chain has from the start, and who may mint. */
export type PlacedMint = { mint: SolanaAddress; authority: SolanaAddress }

/**
 * Puts a mint where no transaction can make one: at the address of a token of a public cluster, whose
 * key nobody here has. One that stands there is left.
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
      // Nobody can freeze its accounts: the rest is zeros.
      data: Buffer.concat([data], mintSpace),
      owner: programs.token,
      isExecutable: false,
    },
  })
}

const some = 1
const initialized = 1
