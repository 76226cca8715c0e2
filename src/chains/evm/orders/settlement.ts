import { encodeFunctionData, numberToHex, pad } from 'viem/utils'

import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import type { ChainContracts } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { CallFill, Fill, Order } from '#protocol/orders/order.ts'
import type {
  EvmEcosystem,
  FillState,
  OrderState,
  SettlementState,
  StateQuery,
} from '../../ports/settlementChain.ts'
import { nativeToken } from '../operation/accountCalls.ts'
import { getCalldataGas, transactionGas } from '../operation/getCalldataGas.ts'
import type { EvmClient } from '../rpc/client.ts'
import { type Read, readMany } from '../rpc/readMany.ts'
import type { TransactionCall } from '../rpc/transaction.ts'
import { packUserOperation, type UserOp } from '../operation/userOperation.ts'

const orderStates: readonly OrderState[] = ['none', 'held', 'released', 'refunded']

const thresholdData = encodeFunctionData({ abi: signersAbi, functionName: 'threshold' })

/** Value of `fillOf` after the solver cancelled. */
const cancelledMark = 1n

/**
 * Reads the state of escrow, settler and EntryPoint at one block in one request.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 * @throws Error if a contract is missing.
 */
export async function readSettlement(
  client: EvmClient,
  options: { contracts: ChainContracts; question: StateQuery<EvmEcosystem>; block: bigint },
): Promise<SettlementState<EvmEcosystem>> {
  const { contracts, question, block } = options
  const { attestors = [] } = question
  const reads: Read[] = [
    ...question.orders.map((order) => toRead(contracts.originEscrow, encodeStateOf(order))),
    ...question.nonces.map((nonce) => toRead(contracts.entryPoint, encodeGetNonce(nonce))),
    ...question.fills.map((fill) => toRead(contracts.destinationSettler, encodeFillOf(fill))),
    ...attestors.map((key) => toRead(contracts.signers, encodeIsAttestor(key))),
    ...(question.orders.length === 0 ? [] : [toRead(contracts.signers, thresholdData)]),
  ]
  const found = await readMany(client, reads, { block })
  const words = found.values.map((value) => {
    const word = value?.[0]
    if (word === undefined)
      throw new Error(`A settlement contract is missing on ${client.chainId}.`)
    return word
  })
  const noncesFrom = question.orders.length
  const fillsFrom = noncesFrom + question.nonces.length
  const attestorsFrom = fillsFrom + question.fills.length
  return {
    // On some rollups, contracts see the block number of another chain.
    block: { number: block, time: found.blockTime },
    orders: words.slice(0, noncesFrom).map((word) => orderStates[Number(word)] ?? 'none'),
    nonces: question.nonces.map(({ nonce }, index) => (words[noncesFrom + index] ?? 0n) > nonce),
    fills: question.fills.map((_, index) => toFillState(words[fillsFrom + index] ?? 0n)),
    attestors: attestors.filter((_, index) => words[attestorsFrom + index] === 1n),
    threshold: question.orders.length === 0 ? 0 : Number(words.at(-1)),
  }
}

/** Builds the transaction of one user operation; the beneficiary receives the gas payment. */
export function buildHandleOpsCall(
  op: UserOp,
  options: { entryPoint: EvmAddress; beneficiary: EvmAddress },
): TransactionCall & { gas: bigint } {
  const data = encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[packUserOperation(op)], options.beneficiary],
  })
  const inside =
    op.verificationGasLimit +
    op.callGasLimit +
    op.paymasterVerificationGasLimit +
    op.paymasterPostOpGasLimit
  // A call forwards 63/64 of the gas; preVerificationGas covers the bundle's bytes.
  const limit = (inside * 66n) / 64n + op.preVerificationGas + 60_000n
  const minGas = transactionGas + getCalldataGas(data).floor
  const gas = limit > minGas ? limit : minGas
  return { to: options.entryPoint, data, value: 0n, gas }
}

/** Builds a fill; native coins are sent along. */
export function buildFillCall(
  fill: Fill,
  options: { settler: EvmAddress; amount: bigint },
): TransactionCall {
  const data = encodeFunctionData({
    abi: destinationSettlerAbi,
    functionName: 'fill',
    args: [fill, options.amount],
  })
  return { to: options.settler, data, value: fill.token === nativeToken ? options.amount : 0n }
}

/** Builds a grant to one prepared call of one account; native coins are sent along. */
export function buildGrantCall(grant: CallFill, options: { settler: EvmAddress }): TransactionCall {
  const { prepareId, ordersHash, account, tokens, amounts, deadline } = grant
  const data = encodeFunctionData({
    abi: destinationSettlerAbi,
    functionName: 'grant',
    args: [prepareId, ordersHash, account, [...tokens], [...amounts], deadline],
  })
  const value = amounts.reduce(
    (sum, amount, index) => (tokens[index] === nativeToken ? sum + amount : sum),
    0n,
  )
  return { to: options.settler, data, value }
}

/** Builds the final cancellation of a fill. */
export function buildCancelCall(fillId: Hash, options: { settler: EvmAddress }): TransactionCall {
  const data = encodeFunctionData({
    abi: destinationSettlerAbi,
    functionName: 'cancel',
    args: [fillId],
  })
  return { to: options.settler, data, value: 0n }
}

/** Builds the release of a deposit whose fill is attested. */
export function buildReleaseCall(
  order: Order,
  options: { escrow: EvmAddress; attestation: Hex },
): TransactionCall {
  const data = encodeFunctionData({
    abi: originEscrowAbi,
    functionName: 'release',
    args: [order, options.attestation],
  })
  return { to: options.escrow, data, value: 0n }
}

function toRead(to: EvmAddress, data: Hex): Read {
  return { kind: 'call', to, data, words: 1 }
}

function encodeStateOf(order: Hash): Hex {
  return encodeFunctionData({ abi: originEscrowAbi, functionName: 'stateOf', args: [order] })
}

function encodeGetNonce({ sender, nonce }: { sender: EvmAddress; nonce: bigint }): Hex {
  return encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'getNonce',
    args: [sender, nonce >> 64n],
  })
}

function encodeFillOf({ solver, fillId }: { solver: EvmAddress; fillId: Hash }): Hex {
  return encodeFunctionData({
    abi: destinationSettlerAbi,
    functionName: 'fillOf',
    args: [solver, fillId],
  })
}

function encodeIsAttestor(key: EvmAddress): Hex {
  return encodeFunctionData({ abi: signersAbi, functionName: 'isAttestor', args: [key] })
}

function toFillState(word: bigint): FillState {
  if (word === 0n) return 'open'
  return word === cancelledMark ? 'cancelled' : pad(numberToHex(word), { size: 32 })
}
