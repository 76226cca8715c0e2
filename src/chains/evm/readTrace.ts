import { decodeEventLog, encodeEventTopics } from 'viem/utils'

import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { type EvmAddress, isSameAddress } from '#protocol/caip.ts'
import type { Hash, Hex } from '#protocol/hex.ts'
import type { Order } from '#protocol/order.ts'
import type { EvmClient } from './client.ts'

/** One event of an execution on one chain; `atMs` is its block's time in Unix milliseconds. */
export type TraceEvent = { transactionHash: Hash; atMs: number } & (
  | { kind: 'deposited'; orderHash: Hash; order: Order }
  | { kind: 'released' | 'refunded'; orderHash: Hash }
  /** Whoever calls itself the solver: compare with the one that is known. */
  | { kind: 'filled'; solver: EvmAddress; fillHash: Hash; amount: bigint }
  | { kind: 'cancelled'; solver: EvmAddress }
)

/** What one chain tells about an execution. */
export type ChainTrace = {
  /** Unix seconds of the latest block: what refund deadlines are held against. */
  blockTime: bigint
  /** In the order in which they happened. */
  events: readonly TraceEvent[]
}

const events = [...originEscrowAbi, ...destinationSettlerAbi].filter(
  (item) =>
    item.type === 'event' &&
    ['Deposited', 'Released', 'Refunded', 'Filled', 'FillCancelled'].includes(item.name),
)

/**
 * Reads what happened to an execution from the contracts' events alone, without the service. Runs in
 * the browser.
 *
 * @param options.fromBlock - First block to look at; nodes of public chains refuse very long ranges.
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function readTrace(
  client: EvmClient,
  options: { escrow: EvmAddress; settler: EvmAddress; fillId: Hash; fromBlock?: bigint },
): Promise<ChainTrace> {
  const { escrow, settler, fillId, fromBlock = 0n } = options
  const [latest, logs] = await Promise.all([
    client.rpc.request({ method: 'eth_getBlockByNumber', params: ['latest', false] }),
    client.rpc.request({
      method: 'eth_getLogs',
      params: [
        {
          address: [escrow, settler],
          topics: [events.map(topicOf), fillId],
          fromBlock: `0x${fromBlock.toString(16)}`,
          toBlock: 'latest',
        },
      ],
    }),
  ])
  const found = await Promise.all(
    logs.map(async (log) => {
      const atMs = await blockMs(client, log.blockNumber)
      return readEvent(log, { atMs, escrow })
    }),
  )
  return {
    blockTime: BigInt(latest?.timestamp ?? 0),
    events: found.filter((event) => event !== undefined),
  }
}

type Log = {
  address: EvmAddress
  data: Hex
  topics: [Hex, ...Hex[]] | []
  transactionHash: Hash | null
}

function readEvent(log: Log, at: { atMs: number; escrow: EvmAddress }): TraceEvent | undefined {
  const { atMs, escrow } = at
  const { data, topics, transactionHash } = log
  if (transactionHash === null) return undefined
  const place = { transactionHash, atMs }
  if (isSameAddress(log.address, escrow)) {
    const event = decodeEventLog({ abi: originEscrowAbi, data, topics })
    switch (event.eventName) {
      case 'Deposited':
        return { ...place, kind: 'deposited', ...event.args }
      case 'Released':
        return { ...place, kind: 'released', orderHash: event.args.orderHash }
      case 'Refunded':
        return { ...place, kind: 'refunded', orderHash: event.args.orderHash }
      case 'EIP712DomainChanged':
        return undefined
    }
  }
  const event = decodeEventLog({ abi: destinationSettlerAbi, data, topics })
  if (event.eventName === 'Filled') {
    const { solver, fillHash, amount } = event.args
    return { ...place, kind: 'filled', solver, fillHash, amount }
  }
  return event.eventName === 'FillCancelled'
    ? { ...place, kind: 'cancelled', solver: event.args.solver }
    : undefined
}

async function blockMs(client: EvmClient, number: Hex | null): Promise<number> {
  if (number === null) return Date.now()
  const block = await client.rpc.request({
    method: 'eth_getBlockByNumber',
    params: [number, false],
  })
  return Number(BigInt(block?.timestamp ?? 0)) * 1000
}

function topicOf(event: (typeof events)[number]): Hex {
  const [topic] = encodeEventTopics({ abi: [event] })
  if (typeof topic !== 'string') throw new Error('An event has no topic.')
  return topic
}
