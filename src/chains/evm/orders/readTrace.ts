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
  /** In the order in which they happened, each with its block. */
  events: readonly (TraceEvent & { block: bigint })[]
  /** Blocks that were looked through. */
  searched: BlockRange
  /** Unix seconds of the oldest of them; undefined when no older block is to be looked at. */
  searchedSince: bigint | undefined
  /** The oldest block to be looked at, and the time that it stands for. */
  end: { since: bigint | undefined; block: bigint }
}

const events = [...escrowParts, ...settlerParts].filter((item) => item.type === 'event')

/** Blocks that are read again: those that the chain may still roll back. */
const unsettledBlocks = 64n
/** Pages that one reading looks through towards the past. */
const maxPages = 20

/** Whose events are read, and what is known of when they happened. */
export type TraceReading = {
  escrow: EvmAddress
  settler: EvmAddress
  fillId: Hash
  limits: SearchLimits
  /** Nothing of it happened before; Unix seconds. */
  since?: bigint | undefined
  /** What was read before: only what is missing there is asked for. */
  before?: ChainTrace | undefined
}

/**
 * Reads what happened to an execution from the contracts' events alone, without the service. Runs in
 * the browser.
 *
 * The newest blocks come first, a limited number of them at a time: as long as `searchedSince` is
 * there, reading again with `before` looks further back. What is found does not end the search: a
 * deposit with this id can be anybody's, made to hide the one that is looked for.
 *
 * @throws ChainUnavailable when the chain does not answer.
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
