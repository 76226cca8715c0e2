import { bytesToHex, hexToBigInt, numberToHex } from 'viem/utils'

import { EvmAddress } from '#protocol/caip.ts'
import type { Hash, Hex } from '#protocol/hex.ts'
import type { Approval } from '../chain.ts'
import type { EvmClient } from './client.ts'
import { findRights, type Right, rightsReading } from './findRights.ts'
import type { GasFees } from './readFees.ts'
import { readMany } from './readMany.ts'
import type { TransactionCall } from './transaction.ts'
import { type Log, readOutcome } from './watch.ts'

/** The block on which a bundle is tried: what the transaction could see that lands on it. */
export type TrialBlock = {
  /** Of the newest block. */
  number: bigint
  /** Unix seconds. */
  time: bigint
  /** Who was paid for it. */
  feeRecipient: EvmAddress
}

/** How a bundle would go: its events and the rights it leaves, or the data it reverts with. */
export type SimulatedBundle =
  | { logs: readonly Log[]; rights: readonly Approval[] }
  | { revertData: Hex }

/** What a bundle is tried with: what the transaction will be signed with. */
export type BundleTrial = {
  /** Who sends it: what the contracts see as `tx.origin`. */
  from: EvmAddress
  call: TransactionCall & { gas: bigint }
  fees: GasFees
  block: TrialBlock
  /** Usual milliseconds from one block to the next. */
  blockMs: number
  userOpHash: Hash
  /** Rights that must not be greater after than before. */
  rights: readonly Right[]
  /** What an account will be by then: its code, and the nonce after its authorization. */
  accounts?: Readonly<Record<EvmAddress, { code: Hex; nonce: Hex }>>
}

/** Reads the newest block, on which bundles are tried. @throws ChainUnavailable without an answer. */
export async function readTrialBlock(client: EvmClient): Promise<TrialBlock> {
  const block = await client.rpc.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  if (!block?.number) throw new Error(`${client.chainId} has no latest block.`)
  return {
    number: hexToBigInt(block.number),
    time: hexToBigInt(block.timestamp),
    feeRecipient: EvmAddress.parse(block.miner),
  }
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
  trial: BundleTrial,
): Promise<SimulatedBundle> {
  const { block, userOpHash, rights } = trial
  const reads = rights.map(({ read }) => read)
  const reading = rightsReading(rights)
  const [before, [bundle, readings]] = await Promise.all([
    reads.length === 0 ? undefined : readMany(client, reads, { block: block.number }),
    simulate(client, { ...trial, readers: reading.pieces }),
  ])
  const result = bundle?.calls[0]
  if (!result) throw new Error(`${client.chainId} simulated nothing.`)
  if (result.status !== '0x1') return { revertData: revertDataOf(result) }
  const logs = result.logs ?? []
  const outcome = readOutcome(logs, userOpHash)
  if (!outcome) throw new Error(`${client.chainId} simulated a bundle without its operation.`)
  if (!outcome.isSuccess) return { revertData: outcome.revertData }
  const after = reading.decode(readings?.calls ?? [])
  // Contracts that use up the gas to read with may hide what they gave away: then nothing is signed.
  if (!after) return { logs, rights }
  return { logs, rights: findRights(rights, { before: before?.values ?? [], after }) }
}

async function simulate(
  client: EvmClient,
  trial: BundleTrial & { readers: readonly { code: Hex; gas: number }[] },
) {
  const { from, call, fees, block, blockMs, accounts = {} } = trial
  const seconds = BigInt(Math.max(1, Math.round(blockMs / 1000)))
  const readers = trial.readers.map((reader) => ({ ...reader, address: randomHex(20) }))
  function next(after: bigint, baseFeePerGas: bigint) {
    return {
      number: numberToHex(block.number + after),
      time: numberToHex(block.time + after * seconds),
      baseFeePerGas: numberToHex(baseFeePerGas),
      feeRecipient: block.feeRecipient,
      // Unknown before the block is there: neither the last one's nor zero.
      prevRandao: randomHex(32),
    }
  }
  return client.rpc.request({
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [
          {
            blockOverrides: next(1n, fees.baseFeePerGas),
            stateOverrides: accounts,
            calls: [
              {
                from,
                to: call.to,
                data: call.data,
                gas: numberToHex(call.gas),
                maxFeePerGas: numberToHex(fees.maxFeePerGas),
                maxPriorityFeePerGas: numberToHex(fees.maxPriorityFeePerGas),
              },
            ],
          },
          ...(readers.length === 0
            ? []
            : [
                {
                  blockOverrides: next(2n, 0n),
                  stateOverrides: Object.fromEntries(
                    readers.map(({ address, code }) => [address, { code }]),
                  ),
                  calls: readers.map(({ address, gas }) => ({
                    to: address,
                    gas: numberToHex(gas),
                  })),
                },
              ]),
        ],
        validation: true,
        traceTransfers: false,
      },
      numberToHex(block.number),
    ],
  })
}

function randomHex(size: number): Hex {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(size)))
}

function revertDataOf(result: { returnData: Hex; error?: { data?: unknown } | undefined }): Hex {
  if (result.returnData !== '0x') return result.returnData
  const data = result.error?.data
  return typeof data === 'string' && data.startsWith('0x') ? `0x${data.slice(2)}` : '0x'
}
