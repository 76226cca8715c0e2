import { decodeEventLog, encodeEventTopics, hexToBigInt, numberToHex } from 'viem/utils'

import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import { Hash } from '#protocol/hex.ts'
import type { OrderEvent } from '../settlementChain.ts'
import type { EvmClient } from './client.ts'

/**
 * The transaction that executed the operation with this nonce, whoever sent it.
 *
 * @returns Undefined when there is none from `fromBlock` on.
 */
export async function findOperation(
  client: EvmClient,
  options: { entryPoint: EvmAddress; sender: EvmAddress; nonce: bigint; fromBlock: bigint },
): Promise<{ hash: Hash; userOpHash: Hash; paymaster: EvmAddress } | undefined> {
  const topics = encodeEventTopics({
    abi: entryPointAbi,
    eventName: 'UserOperationEvent',
    args: { sender: options.sender },
  })
  const logs = await client.rpc.request({
    method: 'eth_getLogs',
    params: [
      {
        address: options.entryPoint,
        fromBlock: numberToHex(options.fromBlock),
        toBlock: 'latest',
        topics,
      },
    ],
  })
  for (const log of logs) {
    const event = decodeEventLog({
      abi: entryPointAbi,
      eventName: 'UserOperationEvent',
      topics: log.topics,
      data: log.data,
    })
    if (event.args.nonce === options.nonce)
      return { ...event.args, hash: Hash.parse(log.transactionHash) }
  }
  return undefined
}

const kinds = {
  Deposited: 'deposited',
  Released: 'released',
  Refunded: 'refunded',
} as const

/** Transactions that moved an order, oldest first, whoever sent them. */
export async function findOrderEvents(
  client: EvmClient,
  options: { escrow: EvmAddress; orderHash: Hash; fromBlock: bigint },
): Promise<readonly OrderEvent[]> {
  const logs = await client.rpc.request({
    method: 'eth_getLogs',
    params: [
      {
        address: options.escrow,
        fromBlock: numberToHex(options.fromBlock),
        toBlock: 'latest',
        topics: [null, null, options.orderHash],
      },
    ],
  })
  return logs
    .toSorted((a, b) =>
      Number(hexToBigInt(a.blockNumber ?? '0x0') - hexToBigInt(b.blockNumber ?? '0x0')),
    )
    .map((log) => {
      const { eventName } = decodeEventLog({
        abi: originEscrowAbi,
        topics: log.topics,
        data: log.data,
        strict: false,
      })
      return { kind: kindOf(eventName), hash: Hash.parse(log.transactionHash) }
    })
}

function kindOf(eventName: string): OrderEvent['kind'] {
  const known = Object.entries(kinds).find(([name]) => name === eventName)
  if (!known) throw new Error(`The escrow has no event ${eventName} about an order.`)
  return known[1]
}
