import type { AssetType, SolanaAddress } from '#protocol/ids/caip.ts'
import type { Inventory } from '../../ports/settlementChain.ts'
import type { SolanaClient } from '../rpc/client.ts'
import type { Mints } from '../assets/mints.ts'
import { readQuorumUnits, type SolanaQuorum } from './quorum.ts'
import { readHoldings } from '../assets/readHoldings.ts'

/** The token cache of a provider; what one provider says is not used for another. */
export type GetMints = (client: SolanaClient) => Mints

/**
 * Reads a solver's balances. Solana needs no allowances: the solver signs each fill.
 *
 * @throws ChainUnavailableError when the chain, or too many of its providers, do not answer.
 */
export async function readInventory(
  quorum: SolanaQuorum,
  question: { solver: SolanaAddress; assetTypes: readonly AssetType[]; getMints: GetMints },
): Promise<Inventory> {
  const { solver: owner, assetTypes, getMints } = question
  const { slot, units } = await readUnits(quorum, { owner, assetTypes, getMints })
  return {
    block: slot,
    holdings: assetTypes.map((assetType, index) => ({
      assetType,
      units: units[index] ?? 0n,
      allowance: undefined,
    })),
  }
}

/** Reads a wallet's balances by quorum; an asset without an answer counts as 0. */
export function readUnits(
  quorum: SolanaQuorum,
  question: { owner: SolanaAddress; assetTypes: readonly AssetType[]; getMints: GetMints },
): Promise<{ slot: bigint; units: readonly bigint[] }> {
  const { owner, assetTypes, getMints } = question
  return readQuorumUnits(quorum, async (client) => {
    const mints = getMints(client)
    const { blockNumber, balances } = await readHoldings(client, { owner, assetTypes, mints })
    // Transactions may still be added to the current slot, so a balance read in it is certain to
    // include only the slots before.
    return { slot: blockNumber - 1n, units: balances.map((units) => units ?? 0n) }
  })
}
