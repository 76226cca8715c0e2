import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { EvmClient } from '#chains/evm/rpc/client.ts'
import type { CallSimulation, SimulationRequest } from '#chains/evm/trial/tryCalls.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** Calls to run on a chain. */
export type ChainSimulationRequest = SimulationRequest & { chainId: ChainId }

/** Query of what calls do on the latest block; `unsupported` where the node cannot simulate. */
export function callSimulationOptions(
  network: Network,
  of: {
    request: ChainSimulationRequest | undefined
    rpcUrls: ReadonlyMap<ChainId, string> | undefined
  },
) {
  const { request, rpcUrls } = of
  const chain = request && findEvmChain(network, request.chainId)
  return queryOptions({
    queryKey: ['simulation', network.name, request && toSimulationKey(request)],
    queryFn: chain && rpcUrls ? () => simulate(getEvmClient(chain, rpcUrls), request) : skipToken,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

/** Simulates calls from this browser by the chain's own node; idle without a request. */
export function useCallSimulation(network: Network, request: ChainSimulationRequest | undefined) {
  return useQuery(callSimulationOptions(network, { request, rpcUrls: useRpcUrls(network) }))
}

/** Identifies a request. */
export function toSimulationKey(request: ChainSimulationRequest): string {
  return JSON.stringify(request, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

async function simulate(
  client: EvmClient,
  request: SimulationRequest,
): Promise<CallSimulation | 'unsupported'> {
  // Loaded with the first complete call.
  const { tryCalls } = await import('#chains/evm/trial/tryCalls.ts')
  return unlessRefused(() => tryCalls(client, request))
}

/** What a node says, or that it cannot simulate. */
export async function unlessRefused<Result>(
  run: () => Promise<Result>,
): Promise<Result | 'unsupported'> {
  try {
    return await run()
  } catch (error) {
    if (findChainUnavailableError(error) || !isNodeRefusal(error)) throw error
    return 'unsupported'
  }
}

/** Whether a node answered that it will not do this. */
function isNodeRefusal(error: unknown): boolean {
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'number'
}
