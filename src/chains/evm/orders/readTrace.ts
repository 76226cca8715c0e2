import type { RpcLog } from 'viem'
import { decodeEventLog, encodeEventTopics, hexToBigInt, numberToHex } from 'viem/utils'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { Block } from '../../ports/settlementChain.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findBlockBefore, type BlockRange, searchLogs, type SearchLimits } from './searchLogs.ts'
import { escrowParts, settlerParts } from './settlementAbi.ts'
import { readBlockTime, readHead } from './watch.ts'

/** One event of an execution on one chain; `atMs` is the block time in Unix milliseconds. */
export type TraceEvent = { transactionHash: Hash; atMs: number } & (
  | { kind: 'deposited'; orderHash: Hash; order: Order }
  | { kind: 'released' | 'refunded'; orderHash: Hash }
  /** `solver` is whoever sent the fill: compare it with the known solver. */
  | { kind: 'filled'; solver: EvmAddress; fillHash: Hash; amount: bigint }
  | { kind: 'cancelled'; solver: EvmAddress }
)

/** Events of an execution on one chain. */
export type ChainTrace = {
  /** Unix seconds of the latest block, for comparison with refund deadlines. */
  blockTime: bigint
  /** In on-chain order, each with its block. */
  events: readonly (TraceEvent & { block: bigint })[]
  /** Blocks searched so far. */
  searched: BlockRange
  /** Unix seconds of the oldest block searched; undefined once the search is complete. */
  searchedSince: bigint | undefined
  /** The oldest block to search, and its time. */
  end: { since: bigint | undefined; block: bigint }
}

const events = [...escrowParts, ...settlerParts].filter((item) => item.type === 'event')

/** Blocks that are read again because they may be reorganized. */
const unsettledBlocks = 64n
/** Pages searched backwards per reading. */
const maxPages = 20

/** Which events to read, and what is known about their time. */
export type TraceReading = {
  escrow: EvmAddress
  settler: EvmAddress
  fillId: Hash
  limits: SearchLimits
  /** Earliest time of any event, Unix seconds. */
  since?: bigint | undefined
  /** Result of an earlier reading; only what it lacks is read. */
  before?: ChainTrace | undefined
}

/**
 * Reads the events of an execution from the contracts alone, without the service. Runs in the
 * browser.
 *
 * Searches backwards from the latest block, a limited number of pages at a time: while
 * `searchedSince` is defined, call it again with `before` to search further back. A found event
 * does not end the search: anyone can make a deposit with this id, to hide the real one.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readTrace(client: EvmClient, reading: TraceReading): Promise<ChainTrace> {
  const { before } = reading
  const head = await readHead(client)
  const end = await readEnd(client, { ...reading, head })
  const again = before && getMax(before.searched.to - unsettledBlocks, before.searched.from)
  const from = again ?? head.number + 1n
  const newer = await searchLogs(client, {
    ...buildSearch(reading),
    range: { from, to: head.number },
    first: 'oldest',
  })
  const older = await searchLogs(client, {
    ...buildSearch(reading),
    range: { from: end.block, to: (before?.searched.from ?? from) - 1n },
    first: 'newest',
    maxPages,
  })
  const [first, last] = await Promise.all([
    readEvents(client, { ...older, ...reading }),
    readEvents(client, { ...newer, ...reading }),
  ])
  const kept = before?.events.filter(({ block }) => block < from) ?? []
  const searched = {
    from: older.searched.from,
    to: getMax(head.number, before?.searched.to ?? 0n),
  }
  const isWhole = searched.from <= end.block
  return {
    blockTime: head.time,
    events: [...first, ...kept, ...last],
    searched,
    searchedSince: isWhole ? undefined : await readBlockTime(client, numberToHex(searched.from)),
    end,
  }
}

type Events = ChainTrace['events']

async function readEnd(
  client: EvmClient,
  { before, since, head, limits }: TraceReading & { head: Block },
): Promise<ChainTrace['end']> {
  if (before && before.end.since === since) return before.end
  const block =
    since === undefined
      ? BigInt(limits.firstBlock ?? 0)
      : await findBlockBefore(client, { time: since, head, limits })
  return { since, block }
}

function buildSearch({ escrow, settler, fillId, limits }: TraceReading) {
  return {
    address: [escrow, settler],
    topics: [events.map(toTopic), fillId],
    pageBlocks: limits.logPageBlocks,
  }
}

async function readEvents(
  client: EvmClient,
  { logs, escrow }: { logs: readonly RpcLog[]; escrow: EvmAddress },
): Promise<Events> {
  const read = await Promise.all(
    logs.map(async (log) => {
      if (log.blockNumber === null) return undefined
      const atMs = Number(await readBlockTime(client, log.blockNumber)) * 1000
      const event = readEvent(log, { atMs, escrow })
      return event && { ...event, block: hexToBigInt(log.blockNumber) }
    }),
  )
  return read.filter((event) => event !== undefined)
}

function getMax(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function readEvent(log: RpcLog, at: { atMs: number; escrow: EvmAddress }): TraceEvent | undefined {
  const { atMs, escrow } = at
  const { data, topics, transactionHash } = log
  if (transactionHash === null) return undefined
  const place = { transactionHash, atMs }
  if (isSameAddress(log.address, escrow)) {
    const event = decodeEventLog({ abi: escrowParts, data, topics })
    switch (event.eventName) {
      case 'Deposited':
        return { ...place, kind: 'deposited', ...event.args }
      case 'Released':
        return { ...place, kind: 'released', orderHash: event.args.orderHash }
      case 'Refunded':
        return { ...place, kind: 'refunded', orderHash: event.args.orderHash }
    }
  }
  const event = decodeEventLog({ abi: settlerParts, data, topics })
  if (event.eventName === 'Filled') {
    const { solver, fillHash, amount } = event.args
    return { ...place, kind: 'filled', solver, fillHash, amount }
  }
  return { ...place, kind: 'cancelled', solver: event.args.solver }
}

function toTopic(event: (typeof events)[number]): Hex {
  const [topic] = encodeEventTopics({ abi: [event] })
  if (typeof topic !== 'string') throw new Error('An event has no topic.')
  return topic
}
