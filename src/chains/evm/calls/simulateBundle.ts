import { hexToBigInt } from 'viem/utils'

import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Approval, AssetAmount } from '../../ports/chain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findOutflow, getHoldingReads, type OutflowQuery } from './findOutflow.ts'
import { encodeRightsReads, findRights, type Right, skipRights } from './findRights.ts'
import { getRevertData } from '../rpc/nodeErrors.ts'
import { readMany } from '../rpc/readMany.ts'
import { simulateBlocks, type TransactionSimulation } from './simulateBlocks.ts'
import { type EvmLog, readOutcome } from '../orders/watch.ts'

/** Result of a simulated bundle: events, gas, new rights and what it takes, or its revert data. */
export type SimulatedBundle =
  | {
      logs: readonly EvmLog[]
      gasUsed: bigint
      rights: readonly Approval[]
      /** Undefined if it was not asked for, or contracts kept it from being read. */
      outflow: readonly AssetAmount[] | undefined
    }
  | { revertData: Hex }

/** A bundle to simulate. */
export type BundleSimulation = TransactionSimulation & {
  userOpHash: Hash
  /** Rights that must not grow. */
  rights: readonly Right[]
  /** Whose outflow to measure. */
  holdings: OutflowQuery | undefined
}

/**
 * Simulates a bundle of one user operation as the transaction that will be signed: sent by the
 * executor to the EntryPoint with its gas, fees and real signatures, in a block of its own after
 * the latest one. Hostile contracts could detect a simulation by other values and behave well in
 * it.
 *
 * Rights and holdings are read on the latest block and again in the block after the bundle's. The bundle's own
 * block has no state overrides that contracts could detect, except the code that an authorization
 * in it gives to its account.
 *
 * @throws ChainUnavailableError if the chain does not answer. Source: security rules 14 and 17.
 *   `eth_simulateV1`, which returns logs; with `validation` the gas price is real. A bundle
 *   succeeds even if its operation reverts.
 */
export async function simulateBundle(
  client: EvmClient,
  trial: BundleSimulation,
): Promise<SimulatedBundle> {
  const { block, userOpHash, rights, holdings } = trial
  const held = holdings ? getHoldingReads(holdings) : []
  const reads = [...rights.map(({ read }) => read), ...held]
  const reading = encodeRightsReads(rights, held)
  const [before, [bundle, readings]] = await Promise.all([
    reads.length === 0 ? undefined : readMany(client, reads, { block: block.number }),
    simulateBlocks(client, { ...trial, readers: reading.pieces }),
  ])
  const result = bundle?.calls[0]
  if (!result) throw new Error(`${client.chainId} returned no simulation result.`)
  if (result.status !== '0x1') return { revertData: getRevertData(result) }
  const logs = result.logs ?? []
  const outcome = readOutcome(logs, userOpHash)
  if (!outcome) throw new Error(`${client.chainId} returned a bundle without its operation.`)
  if (!outcome.isSuccess) return { revertData: outcome.revertData }
  const gasUsed = hexToBigInt(result.gasUsed)
  const after = reading.decode(readings?.calls ?? [])
  // Contracts that burn the gas for these reads may hide what they granted, so nothing is signed.
  if (!after) return { logs, gasUsed, rights, outflow: undefined }
  const seen = { before: before?.values ?? [], after }
  return {
    logs,
    gasUsed,
    rights: findRights(rights, seen),
    outflow: holdings && findOutflow(holdings, { logs, ...skipRights(seen, rights) }),
  }
}
