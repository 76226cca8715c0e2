import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { type ChainTrace, readTrace, type TraceEvent } from '#chains/evm/orders/readTrace.ts'
import type { SolanaTrace, SolanaTraceEvent } from '#chains/solana/orders/readTrace.ts'
import type { EvmNetworkChain, Network, SolanaNetworkChain } from '#networks/network.ts'
import { type ChainId } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { LandedOperation } from '#protocol/status/status.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './rpcUrls.ts'
import { getSolanaClient } from './getSolanaClient.ts'

/** What the chains themselves tell about an execution. */
export type ExecutionTrace = {
  /** In the order in which they happened, over all chains. */
  events: readonly ((TraceEvent | SolanaTraceEvent) & { chainId: ChainId })[]
  /** Unix seconds of each chain's latest block. */
  blockTimes: ReadonlyMap<ChainId, bigint>
  /** Chains that did not answer: what happened there of late is not known. */
  unread: readonly ChainId[]
  /** Unix seconds: older blocks are still to be looked at; undefined when none are. */
  searchedSince: bigint | undefined
  /** Of each chain, what later readings go on from. */
  read: ReadonlyMap<ChainId, ChainTrace | SolanaTrace>
}

/** What is known about an execution before its events are read. */
type TraceHints = {
  /** Unix milliseconds when the service took it; undefined while nobody says. */
  createdAtMs: number | undefined
  /** Nothing more can happen. */
  isOver: boolean
  /** What the service calls deposits: on Solana, where to look for orders that were closed. */
  reportedOperations: readonly LandedOperation[]
}

/** Clocks of chains and service differ, and a quote is older than its execution. */
const marginMs = 15 * 60_000

/**
 * Key and fetch of an execution's events on every chain, by the pinned contracts; needs no service.
 *
 * @param options.rpcUrls - Undefined while they are not known.
 * @param options.isOver - Nothing more can happen: read to the end, once.
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
    // A terminal state is a question of its own: what was read before it lacks the last events.
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

/** The events of an execution, read again every two seconds until it is over. */
export function useTrace(network: Network, fillId: Hash | undefined, known: TraceHints) {
  const rpcUrls = useRpcUrls(network)
  return useQuery(traceOptions(network, fillId, { rpcUrls, ...known }))
}

/**
 * Unix seconds before which nothing of an execution is looked for. The service only says where to
 * look first: where nothing is found that should be there by now, its word ends no search.
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
  return mergeTrace(new Map([...(before?.read ?? []), ...now]), {
    blockTimes: new Map([...now].map(([chainId, { blockTime }]) => [chainId, blockTime])),
    unread: chains.map(({ chainId }) => chainId).filter((chainId) => !now.has(chainId)),
  })
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

/** What reads Solana is loaded with the first execution that is looked at. */
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

function mergeTrace(
  read: ExecutionTrace['read'],
  answered: Pick<ExecutionTrace, 'blockTimes' | 'unread'>,
): ExecutionTrace {
  const [searchedSince] = [...read.values()]
    .flatMap((trace) => trace.searchedSince ?? [])
    .toSorted((a, b) => (a > b ? -1 : 1))
  return {
    ...answered,
    read,
    searchedSince,
    events: [...read]
      .flatMap(([chainId, trace]) => trace.events.map((event) => ({ ...event, chainId })))
      .toSorted((a, b) => a.atMs - b.atMs),
  }
}
