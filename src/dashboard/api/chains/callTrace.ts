import { findEvmChain } from '#networks/getChain.ts'
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { EvmClient } from '#chains/evm/rpc/client.ts'
import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import {
  getCallParts,
  type CallParts,
  readBundle,
  readReverted,
} from '#chains/evm/orders/readBundle.ts'
import type { Network } from '#networks/network.ts'
import { getOperationNonce } from '#protocol/orders/approval.ts'
import { type ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import type { LandedOperation, StatusRecord } from '#protocol/status/status.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './rpcUrls.ts'

/** What the chains themselves tell about a contract call. */
export type CallTrace = {
  /** What deposits and their refund are found by; undefined while nothing has landed. */
  prepareId: Hash | undefined
  /** Undefined while it has not landed. */
  parts: CallParts | undefined
  /** Set when it landed and did not run: what its contract gave as reason. */
  reverted: { hash: Hash; data: Hex } | undefined
}

/** What is known of a call beside its status. */
export type CallContext = {
  status: StatusRecord | undefined
  /** Where the call runs. */
  targetChain: ChainId | undefined
  /** What this browser kept of it. */
  prepareId: Hash | undefined
}

/** Key and fetch of a contract call's own transactions; asked again when another one has landed. */
export function callTraceOptions(
  network: Network,
  where: CallContext,
  rpcUrls: ReadonlyMap<ChainId, string> | undefined,
) {
  const { status, targetChain, prepareId } = where
  const landed = [
    ...(status?.originChainOperations ?? []),
    ...(status?.destinationChainOperations ?? []),
  ].map(({ hash }) => hash)
  return queryOptions({
    queryKey: ['callTrace', network.name, targetChain, prepareId, status?.status, ...landed],
    placeholderData: keepPreviousData,
    queryFn:
      status && targetChain && rpcUrls
        ? () => readCallTrace(network, { status, targetChain, prepareId, rpcUrls })
        : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 2,
  })
}

/** What the chains tell about a contract call; idle without a status. */
export function useCallTrace(network: Network, where: CallContext) {
  return useQuery(callTraceOptions(network, where, useRpcUrls(network)))
}

type CallTraceQuery = {
  status: StatusRecord
  targetChain: ChainId
  prepareId: Hash | undefined
  rpcUrls: ReadonlyMap<ChainId, string>
}

async function readCallTrace(network: Network, reading: CallTraceQuery): Promise<CallTrace> {
  const { status } = reading
  const [origins, destinations] = await Promise.all([
    readAll(network, { operations: status.originChainOperations, rpcUrls: reading.rpcUrls }),
    readAll(network, { operations: status.destinationChainOperations, rpcUrls: reading.rpcUrls }),
  ])
  const prepareId = reading.prepareId ?? origins.flatMap(findFillId)[0]
  const [parts] = [...destinations, ...origins].flatMap((data) => getCallParts(data) ?? [])
  if (parts) return { prepareId: parts.prepareId ?? prepareId, parts, reverted: undefined }
  const failed = prepareId && (await readFailed(network, { ...reading, prepareId }))
  return { prepareId, parts: failed?.parts, reverted: failed?.reverted }
}

async function readAll(
  network: Network,
  of: { operations: readonly LandedOperation[]; rpcUrls: CallTraceQuery['rpcUrls'] },
): Promise<readonly Hex[]> {
  const read = await Promise.all(
    of.operations.map(async ({ chain, hash }) => {
      const known = Hash.safeParse(hash)
      const client = findClient(network, { chainId: chain, rpcUrls: of.rpcUrls })
      return known.success && client ? readBundle(client, known.data) : []
    }),
  )
  return read.flat().map(({ callData }) => callData)
}

/** How far clocks of chains may be behind the service's. */
const clockSeconds = 15 * 60

/** A call that landed and reverted; only asked for when the execution is given up. */
async function readFailed(
  network: Network,
  { status, targetChain, prepareId, rpcUrls }: CallTraceQuery & { prepareId: Hash },
): Promise<Pick<CallTrace, 'parts' | 'reverted'> | undefined> {
  if (status.status !== 'REFUNDED' && status.status !== 'FAILED') return undefined
  const chain = findEvmChain(network, targetChain)
  const client = findClient(network, { chainId: targetChain, rpcUrls })
  const sender = EvmAddress.safeParse(status.user)
  if (!chain || !client || !sender.success) return undefined
  const createdMs = Date.parse(status.createdAt ?? '')
  const found = await readReverted(client, {
    limits: chain,
    since: Number.isNaN(createdMs) ? 0n : BigInt(Math.floor(createdMs / 1000) - clockSeconds),
    entryPoint: chain.contracts.entryPoint,
    sender: sender.data,
    nonce: getOperationNonce(prepareId, { chainId: targetChain, index: 0 }),
  })
  if (!found) return undefined
  const [parts] = found.callData.flatMap((callData) => getCallParts(callData) ?? [])
  return { parts, reverted: { hash: found.hash, data: found.revertData } }
}

/** The quote that a deposit is for; for a call it is the prepared operation. */
function findFillId(callData: Hex): Hash[] {
  return (decodeOperation(callData) ?? []).flatMap((fact) =>
    fact.kind === 'deposit' ? [fact.order.fillId] : [],
  )
}

function findClient(
  network: Network,
  of: { chainId: ChainId; rpcUrls: CallTraceQuery['rpcUrls'] },
): EvmClient | undefined {
  const chain = network.chains.find(({ chainId }) => chainId === of.chainId)
  return chain && getEvmClient(chain, of.rpcUrls)
}
