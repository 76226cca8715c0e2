import { bytesToHex, hexToBigInt, numberToHex } from 'viem/utils'

import { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'
import type { GasFees } from '../rpc/readFees.ts'
import type { TransactionCall } from '../rpc/transaction.ts'

/** The block on which a transaction is tried: what the transaction could see that lands on it. */
export type PendingBlock = {
  /** Of the newest block. */
  number: bigint
  /** Unix seconds. */
  time: bigint
  /** Who was paid for it. */
  feeRecipient: EvmAddress
}

/** What a transaction is tried with: what it will be signed with. */
export type TransactionSimulation = {
  /** Who sends it: what the contracts see as `tx.origin`. */
  from: EvmAddress
  call: TransactionCall & { gas: bigint }
  fees: GasFees
  block: PendingBlock
  /** Usual milliseconds from one block to the next. */
  blockMs: number
  /** What an account will be by then: its code, and the nonce after its authorization. */
  accounts?: Readonly<Record<EvmAddress, { code: Hex; nonce: Hex }>>
}

/** Reads the newest block, on which transactions are tried. @throws ChainUnavailable without an answer. */
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
 * Tries a transaction as it will be signed, with its gas and its fees, in the next block. Contracts could
 * tell a simulation by any of these, and be harmless in it. Number and time of that block are the node's: a
 * provider whose answers run ahead would make a deadline seem over.
 *
 * @returns The data that it reverts with; undefined when it goes through.
 * @throws ChainUnavailable when the chain does not answer.
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
  if (!result) throw new Error(`${client.chainId} simulated nothing.`)
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
 * Runs a transaction in the block behind the newest one, and what reads in the block behind that: nothing is
 * pretended in the transaction's own block that it could look for, but the code of an account that an
 * authorization beside it gives to it.
 *
 * Source: `eth_simulateV1`, which shows logs; with `validation` the gas price is real.
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
      // Unknown before the block is there: neither the last one's nor zero.
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

/** What a call that failed reverted with; `0x` where it says nothing. */
export function getRevertData(result: {
  returnData: Hex
  error?: { data?: unknown } | undefined
}): Hex {
  if (result.returnData !== '0x') return result.returnData
  const data = result.error?.data
  return typeof data === 'string' && data.startsWith('0x') ? `0x${data.slice(2)}` : '0x'
}

function generateRandomHex(size: number): Hex {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(size)))
}
