import { createMints } from '#chains/solana/assets/mints.ts'
import { readHoldings } from '#chains/solana/assets/readHoldings.ts'
import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import { getSolanaClient, type SolanaEndpoint } from './getSolanaClient.ts'

/** What a Solana wallet holds of each asset, in the order asked for; undefined: there is no such token. */
export async function readSolanaHoldings(
  place: SolanaEndpoint,
  question: { owner: SolanaAddress; assetTypes: readonly AssetType[] },
): Promise<readonly (bigint | undefined)[]> {
  const client = await getSolanaClient(place)
  const { balances } = await readHoldings(client, { ...question, mints: createMints(client) })
  return balances
}
