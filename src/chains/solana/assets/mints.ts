import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { getAssociatedTokenAddress } from '../program/addresses.ts'
import { decodeMint } from '../program/tokenState.ts'
import type { TransferredToken } from '../program/transferInstructions.ts'
import { type AccountsAt, readAccounts } from '../rpc/readAccounts.ts'

/**
 * The tokens of a chain, each asked for once: program and decimals of a mint never change. Canonical
 * accounts are remembered too, as it takes half a millisecond to find one.
 */
export type Mints = {
  /** What is known of a mint without asking. */
  known(mint: SolanaAddress): TransferredToken | undefined
  /** Learns from an account that was read at a mint's address. */
  learn(mint: SolanaAddress, account: AccountsAt['accounts'][number]): TransferredToken | undefined
  /** Asks unless it is known; undefined: there is no such token. */
  find(mint: SolanaAddress): Promise<TransferredToken | undefined>
  /** A wallet's canonical account of a token. */
  accountOf(
    owner: SolanaAddress,
    token: Pick<TransferredToken, 'mint' | 'tokenProgram'>,
  ): SolanaAddress
}

/** Canonical accounts, and tokens, that are remembered. */
const [maxAccounts, maxTokens] = [10_000, 10_000]

/** Makes the memory of one chain's tokens. */
export function createMints(client: SolanaClient): Mints {
  const tokens = new Map<SolanaAddress, TransferredToken>()
  const canonical = new Map<string, SolanaAddress>()
  const mints: Mints = {
    known: (mint) => tokens.get(mint),
    learn(mint, account) {
      const token = account && decodeMint(mint, account)
      if (!token) return undefined
      const [oldest] = tokens.keys()
      // Anybody may ask for any mint.
      if (oldest !== undefined && tokens.size >= maxTokens) tokens.delete(oldest)
      tokens.set(mint, token)
      return token
    },
    async find(mint) {
      const known = tokens.get(mint)
      if (known) return known
      const { accounts } = await readAccounts(client, [mint], { commitment: 'confirmed' })
      return mints.learn(mint, accounts[0])
    },
    accountOf(owner, { mint, tokenProgram }) {
      const key = `${owner} ${mint} ${tokenProgram}`
      const known = canonical.get(key)
      if (known !== undefined) return known
      const [oldest] = canonical.keys()
      if (oldest !== undefined && canonical.size >= maxAccounts) canonical.delete(oldest)
      const account = getAssociatedTokenAddress(owner, { mint, tokenProgram })
      canonical.set(key, account)
      return account
    },
  }
  return mints
}
