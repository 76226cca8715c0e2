import type { RpcLog } from 'viem'
import { decodeEventLog, encodeEventTopics } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { EvmEcosystem, OrderEvent } from '../../ports/settlementChain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { searchLogs } from './searchLogs.ts'
import { entryPointParts, escrowParts } from './settlementAbi.ts'
import { readHead } from './watch.ts'

/** An executed operation, from its `UserOperationEvent`. */
type ExecutedOperation = { hash: Hash; userOpHash: Hash; paymaster: EvmAddress }

/** Blocks to search, up to the latest, in pages of the chain's size. */
type SearchFrom = { fromBlock: bigint; pageBlocks?: number | undefined }

/**
 * Finds the transaction that executed the operation with this nonce, whoever sent it.
 *
 * @returns Undefined if there is none from `fromBlock` on.
 */
export async function findOperation(
  client: EvmClient,
  options: SearchFrom & { entryPoint: EvmAddress; sender: EvmAddress; nonce: bigint },
): Promise<ExecutedOperation | undefined> {
  const { entryPoint, sender, nonce, fromBlock, pageBlocks } = options
  const topics = encodeEventTopics({
    abi: entryPointParts,
    eventName: 'UserOperationEvent',
    args: { sender },
  })
  const { number } = await readHead(client)
  const { logs } = await searchLogs(client, {
    address: entryPoint,
    topics,
    range: { from: fromBlock, to: number },
    first: 'oldest',
    pageBlocks,
    isEnough: (page) => page.some((log) => findExecutedOperation(log, nonce) !== undefined),
  })
  return logs.flatMap((log) => findExecutedOperation(log, nonce) ?? [])[0]
}

function findExecutedOperation(log: RpcLog, nonce: bigint): ExecutedOperation | undefined {
  const { args } = decodeEventLog({
    abi: entryPointParts,
    eventName: 'UserOperationEvent',
    topics: log.topics,
    data: log.data,
  })
  return args.nonce === nonce ? { ...args, hash: Hash.parse(log.transactionHash) } : undefined
}

const kinds = {
  Deposited: 'deposited',
  Released: 'released',
  Refunded: 'refunded',
} as const

/** Finds the transactions that changed the state of an order, oldest first, whoever sent them. */
export async function findOrderEvents(
  client: EvmClient,
  options: SearchFrom & { escrow: EvmAddress; orderHash: Hash },
): Promise<readonly OrderEvent<EvmEcosystem>[]> {
  const { escrow, orderHash, fromBlock, pageBlocks } = options
  const { number } = await readHead(client)
  const { logs } = await searchLogs(client, {
    address: escrow,
    topics: [null, null, orderHash],
    range: { from: fromBlock, to: number },
    first: 'oldest',
    pageBlocks,
    // A payout is final.
    isEnough: (page) => page.some((log) => toOrderEvent(log).kind !== 'deposited'),
  })
  return logs.map(toOrderEvent)
}

function toOrderEvent(log: RpcLog): OrderEvent<EvmEcosystem> {
  const { eventName } = decodeEventLog({
    abi: escrowParts,
    topics: log.topics,
    data: log.data,
    strict: false,
  })
  return { kind: getKind(eventName), hash: Hash.parse(log.transactionHash) }
}

function getKind(eventName: string): OrderEvent['kind'] {
  const known = Object.entries(kinds).find(([name]) => name === eventName)
  if (!known) throw new Error(`The escrow has no event ${eventName} about an order.`)
  return known[1]
}
