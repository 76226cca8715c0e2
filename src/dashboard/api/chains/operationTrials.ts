import { queryOptions, skipToken, useQueries } from '@tanstack/react-query'

import type { EvmClient } from '#chains/evm/rpc/client.ts'
import type { OperationRequest, OperationTrial } from '#chains/evm/trial/tryOperation.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { unlessRefused } from './callSimulation.ts'
import { getDirectEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** An operation to run on a chain. */
export type ChainOperationRequest = OperationRequest & { chainId: ChainId }

/** What a chain's node says of it; undefined while it has not answered. */
export type TrialAnswer = OperationTrial | 'unsupported' | 'silent' | undefined

/**
 * Query of what an operation does on the latest block, by the chain's own endpoint; `unsupported` where
 * there is none, or it cannot simulate.
 */
export function operationTrialOptions(
  network: Network,
  of: { request: ChainOperationRequest; rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { request, rpcUrls } = of
  const chain = findEvmChain(network, request.chainId)
  return queryOptions({
    queryKey: ['operationTrial', network.name, request],
    queryFn: chain && rpcUrls ? () => run(getDirectEvmClient(chain, rpcUrls), request) : skipToken,
    staleTime: 60_000,
    retry: 1,
  })
}

/** Runs operations from this browser by the chains' own nodes; answers in the order asked. */
export function useOperationTrials(
  network: Network,
  requests: readonly ChainOperationRequest[],
): readonly TrialAnswer[] {
  const rpcUrls = useRpcUrls(network, { isNeeded: requests.length > 0 })
  return useQueries({
    queries: requests.map((request) => operationTrialOptions(network, { request, rpcUrls })),
    combine: (read) => read.map(({ data, isError }) => data ?? (isError ? 'silent' : undefined)),
  })
}

async function run(
  client: EvmClient | undefined,
  request: OperationRequest,
): Promise<OperationTrial | 'unsupported'> {
  if (!client) return 'unsupported'
  // Loaded with the first review.
  const { tryOperation } = await import('#chains/evm/trial/tryOperation.ts')
  return unlessRefused(() => tryOperation(client, request))
}
