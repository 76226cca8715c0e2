import { evmChains } from '#networks/chainsOf.ts'
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { createEvmClient } from '#chains/evm/client.ts'
import { type ChainTrace, readTrace, type TraceEvent } from '#chains/evm/readTrace.ts'
import type { Network } from '#networks/network.ts'
import { type ChainId } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import { useRpcUrls } from './rpcUrls.ts'

/** What the chains themselves tell about an execution. */
export type ExecutionTrace = {
  /** In the order in which they happened, over all chains. */
  events: readonly (TraceEvent & { chainId: ChainId })[]
  /** Unix seconds of each chain's latest block. */
  blockTimes: ReadonlyMap<ChainId, bigint>
  /** Chains that did not answer: what happened there of late is not known. */
  unread: readonly ChainId[]
  /** Unix seconds: older blocks are still to be looked at; undefined when none are. */
  searchedSince: bigint | undefined
  /** Of each chain, what later readings go on from. */
  read: ReadonlyMap<ChainId, ChainTrace>
}

/** What is known about an execution before its events are read. */
type Known = {
  /** Unix milliseconds when the service took it; undefined while nobody says. */
  createdAtMs: number | undefined
  /** Nothing more can happen. */
  isOver: boolean
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
  options: Known & { rpcUrls: ReadonlyMap<ChainId, string> | undefined },
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
export function useTrace(network: Network, fillId: Hash | undefined, known: Known) {
  const rpcUrls = useRpcUrls(network)
  return useQuery(traceOptions(network, fillId, { rpcUrls, ...known }))
}

/**
 * Unix seconds before which nothing of an execution is looked for. The service only says where to
 * look first: where nothing is found that should be there by now, its word ends no search.
 */
function sinceOf(
  { createdAtMs, isOver }: Known,
  before: ExecutionTrace | undefined,
): bigint | undefined {
  if (createdAtMs === undefined) return undefined
  const isMissing = before?.events.length === 0 && Date.now() - createdAtMs > marginMs
  return isMissing && !isOver ? undefined : BigInt(Math.floor((createdAtMs - marginMs) / 1000))
}

async function readTraces(
  network: Network,
  options: Known & {
    fillId: Hash
    rpcUrls: ReadonlyMap<ChainId, string>
    before: ExecutionTrace | undefined
  },
): Promise<ExecutionTrace> {
  const { fillId, rpcUrls, before } = options
  const since = sinceOf(options, before)
  const chains = evmChains(network)
  const traces = await Promise.allSettled(
    chains.map((chain) =>
      readTrace(
        createEvmClient(chain.chainId, { rpcUrl: rpcUrls.get(chain.chainId) ?? chain.rpcUrl }),
        {
          escrow: chain.contracts.originEscrow,
          settler: chain.contracts.destinationSettler,
          fillId,
          limits: chain,
          since,
          before: before?.read.get(chain.chainId),
        },
      ),
    ),
  )
  const now = new Map(
    chains.flatMap(({ chainId }, index) => {
      const trace = traces[index]
      return trace?.status === 'fulfilled' ? [[chainId, trace.value] as const] : []
    }),
  )
  return put(new Map([...(before?.read ?? []), ...now]), {
    blockTimes: new Map([...now].map(([chainId, { blockTime }]) => [chainId, blockTime])),
    unread: chains.map(({ chainId }) => chainId).filter((chainId) => !now.has(chainId)),
  })
}

function put(
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
