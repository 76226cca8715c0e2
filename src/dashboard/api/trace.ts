import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { createEvmClient } from '#chains/evm/client.ts'
import { readTrace, type TraceEvent } from '#chains/evm/readTrace.ts'
import type { Network } from '#networks/network.ts'
import { type ChainId, evmChainNumber } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import { useRpcUrls } from './rpcUrls.ts'

/** What the chains themselves tell about an execution. */
export type ExecutionTrace = {
  /** In the order in which they happened, over all chains. */
  events: readonly (TraceEvent & { chainId: ChainId })[]
  /** Unix seconds of each chain's latest block. */
  blockTimes: ReadonlyMap<ChainId, bigint>
  /** Chains that did not answer: what happened there is not known. */
  unread: readonly ChainId[]
}

/**
 * Key and fetch of an execution's events on every chain, by the pinned contracts; needs no service.
 *
 * @param options.rpcUrls - Undefined while they are not known.
 * @param options.isOver - Nothing more can happen: read once.
 */
export function traceOptions(
  network: Network,
  fillId: Hash | undefined,
  options: { rpcUrls: ReadonlyMap<ChainId, string> | undefined; isOver: boolean },
) {
  const { rpcUrls, isOver } = options
  return queryOptions({
    // A terminal state is a question of its own: what was read before it lacks the last events.
    queryKey: ['trace', network.name, fillId, isOver ? 'over' : 'live'],
    placeholderData: keepPreviousData,
    queryFn: fillId && rpcUrls ? () => readTraces(network, { fillId, rpcUrls }) : skipToken,
    refetchInterval: isOver ? false : 2000,
    retry: false,
  })
}

/** The events of an execution, read again every two seconds until it is over. */
export function useTrace(network: Network, fillId: Hash | undefined, options: { isOver: boolean }) {
  const rpcUrls = useRpcUrls(network)
  return useQuery(traceOptions(network, fillId, { rpcUrls, ...options }))
}

async function readTraces(
  network: Network,
  options: { fillId: Hash; rpcUrls: ReadonlyMap<ChainId, string> },
): Promise<ExecutionTrace> {
  const { fillId, rpcUrls } = options
  const chains = network.chains.filter(({ chainId }) => evmChainNumber(chainId) !== undefined)
  const traces = await Promise.allSettled(
    chains.map(({ chainId, rpcUrl, contracts }) =>
      readTrace(createEvmClient(chainId, { rpcUrl: rpcUrls.get(chainId) ?? rpcUrl }), {
        escrow: contracts.originEscrow,
        settler: contracts.destinationSettler,
        fillId,
      }),
    ),
  )
  const read = chains.map(({ chainId }, index) => ({ chainId, trace: traces[index] }))
  return {
    events: read
      .flatMap(({ chainId, trace }) =>
        trace?.status === 'fulfilled'
          ? trace.value.events.map((event) => ({ ...event, chainId }))
          : [],
      )
      .toSorted((a, b) => a.atMs - b.atMs),
    blockTimes: new Map(
      read.flatMap(({ chainId, trace }) =>
        trace?.status === 'fulfilled' ? [[chainId, trace.value.blockTime]] : [],
      ),
    ),
    unread: read.filter(({ trace }) => trace?.status !== 'fulfilled').map(({ chainId }) => chainId),
  }
}
