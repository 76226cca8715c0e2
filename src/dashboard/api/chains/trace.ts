import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { type ChainTrace, readTrace, type TraceEvent } from '#chains/evm/orders/readTrace.ts'
import type { SolanaTrace, SolanaTraceEvent } from '#chains/solana/orders/readTrace.ts'
import type { EvmNetworkChain, Network, SolanaNetworkChain } from '#networks/network.ts'
import { type ChainId } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { LandedOperation } from '#protocol/status/status.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'
import { getSolanaClient } from './getSolanaClient.ts'

/** The events of an execution, as found on the chains. */
export type ExecutionTrace = {
  /** In chronological order, over all chains. */
  events: readonly ((TraceEvent | SolanaTraceEvent) & { chainId: ChainId })[]
  /** Unix seconds of the latest block of each chain that was ever read. */
  blockTimes: ReadonlyMap<ChainId, bigint>
  /** Chains that did not answer; recent events there are missing. */
  unread: readonly ChainId[]
  /** Unix seconds; blocks before this are not searched yet. Undefined when all are. */
  searchedSince: bigint | undefined
  /** The last reading of each chain, from which the next one continues. */
  read: ReadonlyMap<ChainId, ChainTrace | SolanaTrace>
}

/** What is known about an execution before its events are read. */
type TraceHints = {
  /** Unix milliseconds when the service accepted it; undefined while unknown. */
  createdAtMs: number | undefined
  /** Whether the execution is final. */
  isOver: boolean
  /** The deposits that the service reports; on Solana they lead to orders that were closed. */
  reportedOperations: readonly LandedOperation[]
}

/** Search margin: clocks differ, and a quote is older than its execution. */
const marginMs = 15 * 60_000

/**
 * Query of an execution's events in the pinned contracts on every chain; works without the service.
 *
 * @param options.rpcUrls - Undefined while unknown.
 * @param options.isOver - The execution is final: read once, to the end.
 */
export function traceOptions(
  network: Network,
  fillId: Hash | undefined,
  options: TraceHints & { rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { rpcUrls, isOver } = options
  const live = ['trace', network.name, fillId, 'live']
  const over = ['trace', network.name, fillId, 'over']
  return queryOptions({
    // A final state has its own key: earlier readings lack the last events.
    queryKey: isOver ? over : live,
    placeholderData: keepPreviousData,
    queryFn:
      fillId && rpcUrls
        ? ({ client }) => {
            const [last, lastLive] = [isOver ? over : live, live].map((key) =>
              client.getQueryData<ExecutionTrace>(key),
            )
            return readTraces(network, { ...options, fillId, rpcUrls, before: last ?? lastLive })
          }
        : skipToken,
    refetchInterval: ({ state }) =>
      isOver && state.data && state.data.searchedSince === undefined ? false : 2000,
    retry: false,
  })
}

/** The events of an execution, refetched every two seconds until it is final. */
export function useTrace(network: Network, fillId: Hash | undefined, known: TraceHints) {
  const rpcUrls = useRpcUrls(network)
  return useQuery(traceOptions(network, fillId, { rpcUrls, ...known }))
}

/**
 * Unix seconds from which to search for events. The service's time is only a hint: when nothing is
 * found after {@link marginMs}, the search covers all blocks.
 */
function getSearchStart(
  { createdAtMs, isOver }: TraceHints,
  before: ExecutionTrace | undefined,
): bigint | undefined {
  if (createdAtMs === undefined) return undefined
  const isMissing = before?.events.length === 0 && Date.now() - createdAtMs > marginMs
  return isMissing && !isOver ? undefined : BigInt(Math.floor((createdAtMs - marginMs) / 1000))
}

type TraceQuery = TraceHints & {
  fillId: Hash
  rpcUrls: ReadonlyMap<ChainId, string>
  before: ExecutionTrace | undefined
}

async function readTraces(network: Network, options: TraceQuery): Promise<ExecutionTrace> {
  const { before } = options
  const { chains } = network
  const traces = await Promise.allSettled(
    chains.map((chain) =>
      chain.kind === 'evm' ? readOnEvm(chain, options) : readOnSolana(chain, options),
    ),
  )
  const now = new Map(
    chains.flatMap(({ chainId }, index) => {
      const trace = traces[index]
      return trace?.status === 'fulfilled' ? [[chainId, trace.value] as const] : []
    }),
  )
  return mergeTraces(
    new Map([...(before?.read ?? []), ...now]),
    chains.map(({ chainId }) => chainId).filter((chainId) => !now.has(chainId)),
  )
}

function readOnEvm(chain: EvmNetworkChain, options: TraceQuery): Promise<ChainTrace> {
  const { fillId, rpcUrls, before } = options
  const { chainId, contracts } = chain
  const last = before?.read.get(chainId)
  return readTrace(getEvmClient(chain, rpcUrls), {
    escrow: contracts.originEscrow,
    settler: contracts.destinationSettler,
    fillId,
    limits: chain,
    since: getSearchStart(options, before),
    before: last && !isSolanaTrace(last) ? last : undefined,
  })
}

/** Loads the code for Solana on first use. */
async function readOnSolana(chain: SolanaNetworkChain, options: TraceQuery): Promise<SolanaTrace> {
  const { fillId, rpcUrls, before, reportedOperations } = options
  const { chainId } = chain
  const last = before?.read.get(chainId)
  const { readSolanaTrace } = await import('#chains/solana/orders/readTrace.ts')
  const client = await getSolanaClient({ chain, rpcUrl: rpcUrls.get(chainId) ?? chain.rpcUrl })
  return readSolanaTrace(client, {
    chain,
    fillId,
    claimedDeposits: reportedOperations
      .filter((one) => one.chain === chainId)
      .map(({ hash }) => hash),
    before: last && isSolanaTrace(last) ? last : undefined,
  })
}

function isSolanaTrace(trace: ChainTrace | SolanaTrace): trace is SolanaTrace {
  return 'orders' in trace
}

/**
 * Merges the last reading of each chain. A chain that misses a reading keeps its time: a held deposit, and what
 * its owner was told about it, must not vanish for a moment.
 */
export function mergeTraces(
  read: ExecutionTrace['read'],
  unread: readonly ChainId[],
): ExecutionTrace {
  const [searchedSince] = [...read.values()]
    .flatMap((trace) => trace.searchedSince ?? [])
    .toSorted((a, b) => (a > b ? -1 : 1))
  return {
    unread,
    read,
    searchedSince,
    blockTimes: new Map([...read].map(([chainId, { blockTime }]) => [chainId, blockTime])),
    events: [...read]
      .flatMap(([chainId, trace]) => trace.events.map((event) => ({ ...event, chainId })))
      .toSorted((a, b) => a.atMs - b.atMs),
  }
}
