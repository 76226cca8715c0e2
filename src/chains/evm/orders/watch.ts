import { decodeEventLog, hexToBigInt } from 'viem/utils'

import { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Block } from '../../ports/settlementChain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { entryPointParts } from './settlementAbi.ts'

/** A log as returned by nodes. */
export type EvmLog = { address: Hex; topics: readonly Hex[]; data: Hex }

/** A mined transaction. */
export type EvmReceipt = {
  hash: Hash
  block: bigint
  isSuccess: boolean
  /** Total fee in wei. */
  gasCost: bigint
  /** Part of it that paid for publishing data, on a rollup; wei. */
  dataFee: bigint
  logs: readonly EvmLog[]
}

/** Outcome of one operation, from its `UserOperationEvent`. */
export type OperationOutcome = {
  isSuccess: boolean
  /** Paid by the paymaster, wei. */
  gasCost: bigint
  /** Revert data of its calls; `0x` if none. */
  revertData: Hex
}

/** Reads the latest block. @throws ChainUnavailableError if the chain does not answer. */
export async function readHead(client: EvmClient): Promise<Block> {
  const block = await client.rpc.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  if (!block?.number) throw new Error(`${client.chainId} has no latest block.`)
  return { number: hexToBigInt(block.number), time: hexToBigInt(block.timestamp) }
}

/** Timestamp of a block in Unix seconds; 0 if there is no such block. */
export async function readBlockTime(client: EvmClient, number: Hex): Promise<bigint> {
  const params = [number, false] as const
  const block = await client.rpc.request({ method: 'eth_getBlockByNumber', params: [...params] })
  return hexToBigInt(block?.timestamp ?? '0x0')
}

/** Reads a receipt; undefined until the transaction is mined. */
export async function readReceipt(client: EvmClient, hash: Hash): Promise<EvmReceipt | undefined> {
  const receipt = await client.rpc.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (!receipt) return undefined
  const dataFee = getDataFee(receipt)
  return {
    hash,
    block: hexToBigInt(receipt.blockNumber),
    isSuccess: receipt.status === '0x1',
    gasCost: hexToBigInt(receipt.gasUsed) * hexToBigInt(receipt.effectiveGasPrice) + dataFee,
    dataFee,
    logs: receipt.logs,
  }
}

/** OP Stack nodes return it; other chains have no such field. */
function getDataFee(receipt: object): bigint {
  const fee = 'l1Fee' in receipt ? Hex.safeParse(receipt.l1Fee) : undefined
  return fee?.success ? hexToBigInt(fee.data) : 0n
}

/**
 * How a user operation went, from the logs of the transaction that bundled it. The transaction's
 * own status says nothing about it.
 *
 * @returns Undefined when the operation is not among the logs.
 */
export function readOutcome(
  logs: readonly EvmLog[],
  userOpHash: Hash,
): OperationOutcome | undefined {
  const events = logs.flatMap(decodeEntryPointLog)
  const ended = events.find(
    (event) => event.name === 'UserOperationEvent' && event.userOpHash === userOpHash,
  )
  if (ended?.name !== 'UserOperationEvent') return undefined
  const why = events.find(
    (event) => event.name === 'UserOperationRevertReason' && event.userOpHash === userOpHash,
  )
  return {
    isSuccess: ended.isSuccess,
    gasCost: ended.gasCost,
    revertData: why?.name === 'UserOperationRevertReason' ? why.revertData : '0x',
  }
}

type EntryPointEvent =
  | { name: 'UserOperationEvent'; userOpHash: Hash; isSuccess: boolean; gasCost: bigint }
  | { name: 'UserOperationRevertReason'; userOpHash: Hash; revertData: Hex }

function decodeEntryPointLog(log: EvmLog): EntryPointEvent[] {
  const [signature, ...topics] = log.topics
  if (!signature) return []
  try {
    const event = decodeEventLog({
      abi: entryPointParts,
      topics: [signature, ...topics],
      data: log.data,
    })
    if (event.eventName === 'UserOperationEvent') {
      const { userOpHash, success, actualGasCost } = event.args
      return [{ name: event.eventName, userOpHash, isSuccess: success, gasCost: actualGasCost }]
    }
    if (event.eventName === 'UserOperationRevertReason') {
      const { userOpHash, revertReason } = event.args
      return [{ name: event.eventName, userOpHash, revertData: revertReason }]
    }
    return []
  } catch {
    // A log of another contract.
    return []
  }
}
