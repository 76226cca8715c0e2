import { createMints } from '#chains/solana/assets/mints.ts'
import { readHoldings } from '#chains/solana/assets/readHoldings.ts'
import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import { getSolanaClient, type SolanaEndpoint } from './getSolanaClient.ts'

/** Reads a Solana account's balances in the given order; undefined where a token does not exist. */
export async function readSolanaHoldings(
  place: SolanaEndpoint,
  question: { owner: SolanaAddress; assetTypes: readonly AssetType[] },
): Promise<readonly (bigint | undefined)[]> {
  const client = await getSolanaClient(place)
  const { balances } = await readHoldings(client, { ...question, mints: createMints(client) })
  return balances
}
