import { type SolanaAddress, type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { getAssociatedTokenAddress } from '../program/addresses.ts'
import { decodeMint } from '../program/tokenState.ts'
import type { TransferredToken } from '../program/transferInstructions.ts'
import { type AccountsAt, readAccounts } from '../rpc/readAccounts.ts'

/**
 * Returns the mint of an asset; undefined for SOL.
 *
 * @throws Error when the asset is not on a Solana chain.
 */
export function getAssetMint(assetType: AssetType): SolanaAddress | undefined {
  const { namespace, reference, chainId } = splitAssetType(assetType)
  if (!chainId.startsWith('solana:')) throw new Error(`${assetType} is not of a Solana chain.`)
  return namespace === 'token' ? reference : undefined
}

/**
 * Cache of a chain's tokens, as a mint's program and decimals never change, and of canonical
 * (associated) token accounts, as deriving one takes half a millisecond.
 */
export type Mints = {
  /** Returns a cached token without reading the chain. */
  known(mint: SolanaAddress): TransferredToken | undefined
  /** Caches and returns the token decoded from an account read at a mint's address. */
  learn(mint: SolanaAddress, account: AccountsAt['accounts'][number]): TransferredToken | undefined
  /** Returns a token, reading its mint unless cached; undefined when the mint does not exist. */
  find(mint: SolanaAddress): Promise<TransferredToken | undefined>
  /** Returns a wallet's canonical account of a token. */
  getAccount(
    owner: SolanaAddress,
    token: Pick<TransferredToken, 'mint' | 'tokenProgram'>,
  ): SolanaAddress
}

/** Cache limits. */
const [maxAccounts, maxTokens] = [10_000, 10_000]

/** Creates the token cache of one chain. */
export function createMints(client: SolanaClient): Mints {
  const tokens = new Map<SolanaAddress, TransferredToken>()
  const canonical = new Map<string, SolanaAddress>()
  const mints: Mints = {
    known: (mint) => tokens.get(mint),
    learn(mint, account) {
      const token = account && decodeMint(mint, account)
      if (!token) return undefined
      const [oldest] = tokens.keys()
      // Anyone may ask for any mint, so the cache is bounded.
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
    getAccount(owner, { mint, tokenProgram }) {
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
