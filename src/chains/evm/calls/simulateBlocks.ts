import { bytesToHex, hexToBigInt, numberToHex } from 'viem/utils'

import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'
import { getRevertData } from '../rpc/nodeErrors.ts'
import type { GasFees } from '../rpc/fees.ts'
import type { TransactionCall } from '../rpc/transaction.ts'

/** Properties of the block in which a transaction is simulated, as contracts would see them. */
export type PendingBlock = {
  /** Of the latest block. */
  number: bigint
  /** Unix seconds. */
  time: bigint
  /** Fee recipient of the latest block. */
  feeRecipient: EvmAddress
}

/** A transaction to simulate with the values it will be signed with. */
export type TransactionSimulation = {
  /** Sender, which contracts see as `tx.origin`. */
  from: EvmAddress
  call: TransactionCall & { gas: bigint }
  fees: GasFees
  block: PendingBlock
  /** Usual block interval, in milliseconds. */
  blockMs: number
  /** State of accounts after their authorization: delegation code and nonce. */
  accounts?: Readonly<Record<EvmAddress, { code: Hex; nonce: Hex }>>
}

/** Reads the latest block. @throws ChainUnavailableError if the chain does not answer. */
export async function readPendingBlock(client: EvmClient): Promise<PendingBlock> {
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
 * Simulates a transaction in the next block with the gas and fees it will be signed with, since
 * hostile contracts could detect a simulation by other values and behave well in it. Number and
 * time of that block are left to the node: if a provider's answers run ahead, a deadline would seem
 * to have passed.
 *
 * @returns The revert data; undefined if it succeeds.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function tryTransaction(
  client: EvmClient,
  { block, ...trial }: Pick<TransactionSimulation, 'from' | 'call' | 'fees' | 'block'>,
): Promise<Hex | undefined> {
  const { feeRecipient } = block
  const baseFeePerGas = numberToHex(trial.fees.baseFeePerGas)
  const blockOverrides = { baseFeePerGas, feeRecipient, prevRandao: generateRandomHex(32) }
  const [tried] = await client.rpc.request({
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [{ blockOverrides, calls: [callIn(trial)] }],
        validation: true,
        traceTransfers: false,
      },
      'latest',
    ],
  })
  const result = tried?.calls[0]
  if (!result) throw new Error(`${client.chainId} returned no simulation result.`)
  return result.status === '0x1' ? undefined : getRevertData(result)
}

function callIn({ from, call, fees }: Pick<TransactionSimulation, 'from' | 'call' | 'fees'>) {
  return {
    from,
    to: call.to,
    data: call.data,
    value: numberToHex(call.value),
    gas: numberToHex(call.gas),
    maxFeePerGas: numberToHex(fees.maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(fees.maxPriorityFeePerGas),
  }
}

/**
 * Simulates a transaction in the block after the latest one, and reads in the block after that. The
 * transaction's own block has no state overrides that contracts could detect, except the code that
 * an authorization in it gives to its account.
 *
 * Source: `eth_simulateV1`, which returns logs; with `validation` the gas price is real.
 */
export async function simulateBlocks(
  client: EvmClient,
  trial: TransactionSimulation & { readers: readonly { code: Hex; gas: number }[] },
) {
  const { fees, block, blockMs, accounts = {} } = trial
  const seconds = BigInt(Math.max(1, Math.round(blockMs / 1000)))
  const readers = trial.readers.map((reader) => ({ ...reader, address: generateRandomHex(20) }))
  function next(after: bigint, baseFeePerGas: bigint) {
    return {
      number: numberToHex(block.number + after),
      time: numberToHex(block.time + after * seconds),
      baseFeePerGas: numberToHex(baseFeePerGas),
      feeRecipient: block.feeRecipient,
      // Unpredictable, as in a real block: neither the previous value nor zero.
      prevRandao: generateRandomHex(32),
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
            calls: [callIn(trial)],
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

/** Random bytes, such as an address that nobody has used. */
export function generateRandomHex(size: number): Hex {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(size)))
}
