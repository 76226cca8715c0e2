import { findEvmChain } from '#networks/getChain.ts'
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { EvmClient } from '#chains/evm/rpc/client.ts'
import { sumEvents } from '#chains/evm/orders/sumEvents.ts'
import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import {
  type BundledOperation,
  getCallParts,
  type CallParts,
  readBundle,
  readReverted,
} from '#chains/evm/orders/readBundle.ts'
import { readReceipt } from '#chains/evm/orders/watch.ts'
import type { Network } from '#networks/network.ts'
import { getOperationNonce } from '#protocol/orders/approval.ts'
import { type ChainId, EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import type { LandedOperation, StatusRecord } from '#protocol/status/status.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** A contract call as found on the chains. */
export type CallTrace = {
  /** The id by which deposits and refunds are found; undefined while nothing has landed. */
  prepareId: Hash | undefined
  /** Undefined while the call has not landed. */
  parts: CallParts | undefined
  /** Tokens that the account has more of by its operation's events; undefined where not read. */
  received?: readonly { token: EvmAddress; amount: bigint }[] | undefined
  /** The transaction and revert data, when the call landed and reverted. */
  reverted: { hash: Hash; data: Hex } | undefined
}

/** What is known about a call before its transactions are read. */
export type CallContext = {
  status: StatusRecord | undefined
  /** The chain that the call runs on. */
  targetChain: ChainId | undefined
  /** The id stored in this browser. */
  prepareId: Hash | undefined
}

/** Query of a contract call's transactions; refetched when another one has landed. */
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

/** The contract call as found on the chains; idle without a status. */
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
  const prepareId = reading.prepareId ?? origins.flatMap(({ callData }) => findFillId(callData))[0]
  const [landed] = [...destinations, ...origins].flatMap((operation) => {
    const parts = getCallParts(operation.callData)
    return parts ? [{ ...operation, parts }] : []
  })
  if (landed) {
    const { parts } = landed
    // What is told as the user's must be the call that was signed, by the account that made it.
    const isOwn =
      isSameAddress(landed.sender, status.user) &&
      (reading.prepareId === undefined || parts.prepareId === reading.prepareId)
    const received = isOwn ? await readReceived(network, { ...reading, landed }) : undefined
    return { prepareId: parts.prepareId ?? prepareId, parts, received, reverted: undefined }
  }
  const failed = prepareId && (await readFailed(network, { ...reading, prepareId }))
  return { prepareId, parts: failed?.parts, reverted: failed?.reverted }
}

type LandedBundle = BundledOperation & {
  chainId: ChainId
  hash: Hash
  /** Whether the account has no other operation in the same transaction. */
  isAlone: boolean
}

/** What an operation brought its account, by the events of its transaction. */
async function readReceived(
  network: Network,
  { landed, rpcUrls }: Pick<CallTraceQuery, 'rpcUrls'> & { landed: LandedBundle },
): Promise<CallTrace['received']> {
  const client = findClient(network, { chainId: landed.chainId, rpcUrls })
  if (!client || !landed.isAlone) return undefined
  try {
    const receipt = await readReceipt(client, landed.hash)
    return receipt && findReceived(receipt.logs, landed.sender)
  } catch {
    // The call itself has been read, and is shown without it.
    return undefined
  }
}

/** Tokens of which events say that an account has more than before; a coin leaves no event. */
export function findReceived(
  logs: Parameters<typeof sumEvents>[0],
  account: EvmAddress,
): NonNullable<CallTrace['received']> {
  return [...sumEvents(logs, account)].flatMap(([token, amount]) =>
    amount > 0n ? [{ token, amount }] : [],
  )
}

async function readAll(
  network: Network,
  of: { operations: readonly LandedOperation[]; rpcUrls: CallTraceQuery['rpcUrls'] },
): Promise<readonly LandedBundle[]> {
  const read = await Promise.all(
    of.operations.map(async ({ chain, hash }) => {
      const known = Hash.safeParse(hash)
      const client = findClient(network, { chainId: chain, rpcUrls: of.rpcUrls })
      if (!known.success || !client) return []
      const bundle = await readBundle(client, known.data)
      return bundle.map((operation): LandedBundle => ({
        ...operation,
        chainId: chain,
        hash: known.data,
        isAlone: bundle.filter(({ sender }) => sender === operation.sender).length === 1,
      }))
    }),
  )
  return read.flat()
}

/** Tolerated difference between the clocks of chains and service. */
const clockSeconds = 15 * 60

/** Finds a call that landed and reverted; searched only once the execution has failed. */
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

/** The fill ids of deposits in a transaction; for a call this is the prepare id. */
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
