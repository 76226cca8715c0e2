import { decodeFunctionData } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { type BatchCall, decodeBatch } from '../operation/batch.ts'
import type { EvmClient } from '../rpc/client.ts'
import { decodeOperation } from '../operation/decodeOperation.ts'
import { findOperation } from './findEvents.ts'
import { findBlockBefore, type SearchLimits } from './searchLogs.ts'
import { readHead, readOutcome, readReceipt } from './watch.ts'
import { entryPointParts } from './settlementAbi.ts'

/** One operation of a bundle, from its transaction. */
export type BundledOperation = { sender: EvmAddress; nonce: bigint; callData: Hex }

/**
 * Reads the operations of a transaction to the EntryPoint; empty if it is no bundle or is unknown.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readBundle(
  client: EvmClient,
  hash: Hash,
): Promise<readonly BundledOperation[]> {
  const transaction = await client.rpc.request({
    method: 'eth_getTransactionByHash',
    params: [hash],
  })
  return transaction ? decodeBundle(transaction.input) : []
}

/** Decodes the operations of a bundle; empty for any other call data. */
export function decodeBundle(data: Hex): readonly BundledOperation[] {
  try {
    const call = decodeFunctionData({ abi: entryPointParts, data })
    if (call.functionName !== 'handleOps') return []
    return call.args[0].map(({ sender, nonce, callData }) => ({ sender, nonce, callData }))
  } catch {
    // Call data of another contract.
    return []
  }
}

/** An operation that was executed and reverted, with its revert data and calls. */
export type RevertedOperation = { hash: Hash; revertData: Hex; callData: readonly Hex[] }

/**
 * Finds the operation with this nonce, if it was executed and reverted.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readReverted(
  client: EvmClient,
  of: {
    entryPoint: EvmAddress
    sender: EvmAddress
    nonce: bigint
    limits: SearchLimits
    /** Earliest time it can have been executed, Unix seconds. */
    since: bigint
  },
): Promise<RevertedOperation | undefined> {
  const { limits, since: time } = of
  const fromBlock = await findBlockBefore(client, { time, head: await readHead(client), limits })
  const found = await findOperation(client, { ...of, fromBlock, pageBlocks: limits.logPageBlocks })
  const receipt = found && (await readReceipt(client, found.hash))
  const outcome = receipt && readOutcome(receipt.logs, found.userOpHash)
  if (!outcome || outcome.isSuccess) return undefined
  const bundle = await readBundle(client, found.hash)
  const own = bundle.filter(({ nonce }) => nonce === of.nonce)
  return {
    hash: found.hash,
    revertData: outcome.revertData,
    callData: own.map(({ callData }) => callData),
  }
}

/** Parts of a prepared call's batch; token address 0 is the native coin. */
export type CallParts = {
  /** Undefined if nothing is lent. */
  prepareId: Hash | undefined
  lent: readonly { token: EvmAddress; amount: bigint }[]
  approvals: readonly { token: EvmAddress; spender: EvmAddress; amount: bigint }[]
  /** The user's own calls, as in the batch. */
  calls: readonly BatchCall[]
}

/**
 * Splits the batch of a prepared call: guard, pull of the loan, approvals, the user's calls,
 * revocation of the approvals, fee if nothing is lent. Source: wire, "Contract calls".
 *
 * @returns Undefined for call data of any other form.
 */
export function getCallParts(callData: Hex): CallParts | undefined {
  const [batch, facts] = [decodeBatch(callData), decodeOperation(callData)]
  const [guard, second] = facts ?? []
  if (!batch || !facts || guard?.kind !== 'guard') return undefined
  const pull = second?.kind === 'pull' ? second : undefined
  const first = pull ? 2 : 1
  const approvals = facts
    .slice(first)
    .slice(
      0,
      countLeading(facts.slice(first), (fact) => fact.kind === 'approval' && fact.amount > 0n),
    )
    .flatMap((fact) => (fact.kind === 'approval' ? [fact] : []))
  const end = batch.length - approvals.length - (pull ? 0 : 1)
  const isReset = facts
    .slice(end, end + approvals.length)
    .every(
      (fact, index) =>
        fact.kind === 'approval' && fact.amount === 0n && fact.token === approvals[index]?.token,
    )
  const calls = batch.slice(first + approvals.length, end)
  if (!isReset || calls.length === 0) return undefined
  return {
    prepareId: pull?.prepareId,
    lent: (pull?.tokens ?? []).map((token, index) => {
      return { token, amount: pull?.amounts[index] ?? 0n }
    }),
    approvals: approvals.map(({ token, spender, amount }) => ({ token, spender, amount })),
    calls,
  }
}

/** Number of leading items that satisfy a predicate. */
function countLeading<item>(items: readonly item[], isSo: (item: item) => boolean): number {
  const at = items.findIndex((one) => !isSo(one))
  return at < 0 ? items.length : at
}
