import { type LogTopic, type RpcLog, RpcRequestError } from 'viem'
import { numberToHex } from 'viem/utils'

import type { EvmNetworkChain } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { readBlockTime } from './watch.ts'

/** Range of block numbers, both ends included; empty if `from` is above `to`. */
export type BlockRange = { from: bigint; to: bigint }

/** A chain's limits for log queries; see {@link EvmNetworkChain}. */
export type SearchLimits = Pick<EvmNetworkChain, 'blockMs' | 'logPageBlocks' | 'firstBlock'>

/** Which events to search for, and how. */
export type LogSearch = {
  address: EvmAddress | EvmAddress[]
  topics: LogTopic[]
  range: BlockRange
  /** Which end of the range to start from. */
  first: 'oldest' | 'newest'
  /** Blocks per query; {@link defaultPageBlocks} by default. */
  pageBlocks?: number | undefined
  /** Most queries; unlimited by default. */
  maxPages?: number
  /** Called with each page's logs; returning true ends the search. */
  isEnough?: (page: readonly RpcLog[]) => boolean
}

/** Blocks per query that nodes of most public chains accept. */
export const defaultPageBlocks = 2_000
/** Blocks per query that every known public node accepts. */
const smallPageBlocks = 500

/**
 * Searches for events page by page, since nodes reject long ranges. If a node rejects a page,
 * smaller pages are used from there on; if those are rejected too, it throws.
 *
 * @returns The events in on-chain order, and the blocks searched.
 * @throws ChainUnavailableError if the chain does not answer; viem's RpcRequestError if it rejects
 *   the query.
 */
export async function searchLogs(
  client: EvmClient,
  search: LogSearch,
): Promise<{ logs: readonly RpcLog[]; searched: BlockRange }> {
  const { range, first, maxPages = Number.POSITIVE_INFINITY, isEnough } = search
  const found: (readonly RpcLog[])[] = []
  let size = BigInt(search.pageBlocks ?? defaultPageBlocks)
  let isSmall = false
  let left = range
  for (let pages = 0; pages < maxPages && left.from <= left.to; pages += 1) {
    const page = toPage(left, { first, size })
    let logs: readonly RpcLog[]
    try {
      logs = await readPage(client, { ...search, page })
    } catch (error) {
      if (isSmall || size === 1n || !isRangeError(error)) throw error
      isSmall = true
      size = getMin(size)
      continue
    }
    found.push(logs)
    left = first === 'oldest' ? { ...left, from: page.to + 1n } : { ...left, to: page.from - 1n }
    if (isEnough?.(logs)) break
  }
  return {
    logs: (first === 'oldest' ? found : found.toReversed()).flat(),
    searched:
      first === 'oldest'
        ? { from: range.from, to: left.from - 1n }
        : { from: left.to + 1n, to: range.to },
  }
}

/**
 * Finds a block shortly before a time (Unix seconds): estimates it from the usual block interval,
 * and goes further back until it is early enough.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function findBlockBefore(
  client: EvmClient,
  options: { time: bigint; head: { number: bigint; time: bigint }; limits: SearchLimits },
): Promise<bigint> {
  const { time, head, limits } = options
  const lowest = BigInt(limits.firstBlock ?? 0)
  const behindMs = (head.time - time) * 1000n
  let back = behindMs < 0n ? 1n : behindMs / BigInt(limits.blockMs) + 1n
  while (head.number - back > lowest) {
    if ((await readBlockTime(client, numberToHex(head.number - back))) < time)
      return head.number - back
    back *= 2n
  }
  return lowest
}

function toPage(
  { from, to }: BlockRange,
  { first, size }: { first: LogSearch['first']; size: bigint },
): BlockRange {
  if (to - from < size) return { from, to }
  return first === 'oldest' ? { from, to: from + size - 1n } : { from: to - size + 1n, to }
}

function getMin(size: bigint): bigint {
  return size > BigInt(smallPageBlocks) ? BigInt(smallPageBlocks) : size / 2n
}

async function readPage(
  client: EvmClient,
  { address, topics, page }: LogSearch & { page: BlockRange },
): Promise<readonly RpcLog[]> {
  return client.rpc.request({
    method: 'eth_getLogs',
    params: [
      {
        address,
        topics,
        fromBlock: numberToHex(page.from),
        toBlock: numberToHex(page.to),
      },
    ],
  })
}

/** Whether the node returned an error, rather than no response. */
function isRangeError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof RpcRequestError) return true
  return false
}
