import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import type { Inventory } from '../../ports/settlementChain.ts'
import type { SolanaClient } from '../rpc/client.ts'
import type { Mints } from '../assets/mints.ts'
import { readQuorumUnits, type SolanaQuorum } from './quorum.ts'
import { readHoldings } from '../assets/readHoldings.ts'

/** What a provider said of the chain's mints; what one says counts for itself alone. */
export type MintsOf = (client: SolanaClient) => Mints

/**
 * What a solver holds of these assets. Nothing is ever allowed to anybody on Solana: the solver signs
 * each delivery.
 *
 * @throws ChainUnavailable when the chain, or too many of its providers, do not answer.
 */
export async function readInventory(
  quorum: SolanaQuorum,
  question: { solver: SolanaAddress; assetTypes: readonly AssetType[]; mintsOf: MintsOf },
): Promise<Inventory> {
  const { solver: owner, assetTypes, mintsOf } = question
  const { slot, units } = await readUnits(quorum, { owner, assetTypes, mintsOf })
  return {
    block: slot,
    holdings: assetTypes.map((assetType, index) => ({
      assetType,
      units: units[index] ?? 0n,
      allowance: undefined,
    })),
  }
}

/** What a wallet holds of assets, as enough providers say; what does not answer counts as none. */
export function readUnits(
  quorum: SolanaQuorum,
  question: { owner: SolanaAddress; assetTypes: readonly AssetType[]; mintsOf: MintsOf },
): Promise<{ slot: bigint; units: readonly bigint[] }> {
  const { owner, assetTypes, mintsOf } = question
  return readQuorumUnits(quorum, async (client) => {
    const mints = mintsOf(client)
    const { blockNumber, balances } = await readHoldings(client, { owner, assetTypes, mints })
    // A slot that is still being made may get more transactions: a balance read in it shows for sure
    // only what landed before.
    return { slot: blockNumber - 1n, units: balances.map((units) => units ?? 0n) }
  })
}
