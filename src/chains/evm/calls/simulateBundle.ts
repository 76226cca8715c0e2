import { hexToBigInt } from 'viem/utils'

import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Approval } from '../../ports/chain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findRights, type Right, encodeRightsReads } from './findRights.ts'
import { readMany } from '../rpc/readMany.ts'
import { getRevertData, simulateBlocks, type TransactionSimulation } from './simulateBlocks.ts'
import { type Log, readOutcome } from '../orders/watch.ts'

/** How a bundle would go: its events, its gas and the rights it leaves, or the data it reverts with. */
export type SimulatedBundle =
  | { logs: readonly Log[]; gasUsed: bigint; rights: readonly Approval[] }
  | { revertData: Hex }

/** A bundle and what is asked of it. */
export type BundleSimulation = TransactionSimulation & {
  userOpHash: Hash
  /** Rights that must not be greater after than before. */
  rights: readonly Right[]
}

/**
 * Tries a bundle of one user operation as the transaction that will be signed: sent by the executor
 * to the EntryPoint with its gas, its fees and its real signatures, in a block of its own on top of
 * the newest one. Contracts could tell a simulation by any of these, and be harmless in it.
 *
 * Rights are read before, on the newest block, and after, in the block behind the bundle's: nothing
 * is pretended in the bundle's own block that it could look for, but the code of an account that an
 * authorization beside the bundle gives to it.
 *
 * @throws ChainUnavailable when the chain does not answer.
 * Source: security rules 14 and 17. `eth_simulateV1`, which shows logs; with `validation` the gas
 *   price is real. A bundle succeeds even when its operation reverts.
 */
export async function simulateBundle(
  client: EvmClient,
  trial: BundleSimulation,
): Promise<SimulatedBundle> {
  const { block, userOpHash, rights } = trial
  const reads = rights.map(({ read }) => read)
  const reading = encodeRightsReads(rights)
  const [before, [bundle, readings]] = await Promise.all([
    reads.length === 0 ? undefined : readMany(client, reads, { block: block.number }),
    simulateBlocks(client, { ...trial, readers: reading.pieces }),
  ])
  const result = bundle?.calls[0]
  if (!result) throw new Error(`${client.chainId} simulated nothing.`)
  if (result.status !== '0x1') return { revertData: getRevertData(result) }
  const logs = result.logs ?? []
  const outcome = readOutcome(logs, userOpHash)
  if (!outcome) throw new Error(`${client.chainId} simulated a bundle without its operation.`)
  if (!outcome.isSuccess) return { revertData: outcome.revertData }
  const gasUsed = hexToBigInt(result.gasUsed)
  const after = reading.decode(readings?.calls ?? [])
  // Contracts that use up the gas to read with may hide what they gave away: then nothing is signed.
  if (!after) return { logs, gasUsed, rights }
  return { logs, gasUsed, rights: findRights(rights, { before: before?.values ?? [], after }) }
}
