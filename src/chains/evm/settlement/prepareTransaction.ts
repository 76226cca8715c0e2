import { numberToHex, size } from 'viem/utils'

import type { EvmNetworkChain } from '#networks/network.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { classifyState, type StateEvidence } from '../../classifyState.ts'
import type {
  Action as AnyAction,
  EvmEcosystem,
  PreparedTransaction as AnyPreparedTransaction,
  RevertedSimulation,
  SenderRole,
} from '../../ports/settlementChain.ts'
import { buildRefund } from '../orders/settlementAbi.ts'
import { classifyError, type ErrorPlace } from '../errors/classifyError.ts'
import type { EvmClient } from '../rpc/client.ts'
import { completeOperation } from '../build/completeOperation.ts'
import type { UserOp } from '../operation/userOperation.ts'
import { readDataPrice, type GasFees, readFees } from '../rpc/fees.ts'
import { findApprovals } from '../calls/findApprovals.ts'
import { buildAllowCall, buildSweepCall } from './inventory.ts'
import {
  buildCancelCall,
  buildFillCall,
  buildGrantCall,
  buildHandleOpsCall,
  buildReleaseCall,
} from '../orders/settlement.ts'
import { readPendingBlock, tryTransaction } from '../calls/simulateBlocks.ts'
import { simulateBundle } from '../calls/simulateBundle.ts'
import { simulateTransaction } from '../calls/simulateTransaction.ts'
import { signTransaction, type TransactionCall, type TransactionFees } from '../rpc/transaction.ts'
import { decodeBatch } from '../operation/batch.ts'
import { decodeOperation } from '../operation/decodeOperation.ts'
import { type Right, getWatchedRights } from '../calls/findRights.ts'

type Action = AnyAction<EvmEcosystem>
type PreparedTransaction = AnyPreparedTransaction<EvmEcosystem>

/** The service's keys of one chain, 32 bytes each. */
export type SettlementKeys = { executor: Hash; solver: Hash; cosigner: Hash; paymaster: Hash }

/** Context of {@link prepareTransaction}. */
export type PrepareContext = {
  client: EvmClient
  chain: EvmNetworkChain
  keys: SettlementKeys
  senders: Record<SenderRole, EvmAddress>
  /** Token contracts of the network on this chain; no call may leave a right over one. */
  tokens: readonly EvmAddress[]
}

/**
 * Most gas of fills, releases and refunds, in which third-party code may run (a receiver of native
 * coins, a token) although a quote only pays for ours. Nobody pays for a refund: its depositor's
 * code gets as much as accounts need to receive coins.
 */
const maxGas = { fill: 500_000n, grant: 500_000n, release: 500_000n, refund: 200_000n } as const

/** Gas limit of a transaction, with room for state changes before it is included. */
function getGasLimit(simulated: bigint): bigint {
  return (simulated * 5n) / 4n + 20_000n
}

/** Most gas a fill of native coins can burn. */
export const maxFillGas = getGasLimit(maxGas.fill)
/** Most gas a refund of native coins can burn. */
export const maxRefundGas = getGasLimit(maxGas.refund)

/**
 * Builds a transaction with current fees and simulates it on the latest state, so that nothing is
 * signed that would revert.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function prepareTransaction(
  action: Action,
  parts: PrepareContext,
): Promise<PreparedTransaction | RevertedSimulation> {
  if ('operation' in action) return prepareOperation(action, parts)
  const { sender, place, call } = buildPlannedCall(action, parts.chain)
  const from = parts.senders[sender]
  const [simulated, fees, dataPrice, block] = await Promise.all([
    simulateTransaction(parts.client, { from, call }),
    readFees(parts.client),
    readDataPrice(parts.client),
    readPendingBlock(parts.client),
  ])
  if ('revertData' in simulated) {
    const { revertData } = simulated
    return { refused: classifyError(revertData, place), revertData }
  }
  if ('missingWei' in simulated) return buildRevertedSimulation('inventory too small')
  const limit = Object.entries(maxGas).find(([kind]) => kind === action.kind)?.[1]
  if (limit !== undefined && simulated.gas > limit)
    return buildRevertedSimulation(
      action.kind === 'grant' ? 'call not paid for' : 'gas not paid for',
    )
  const gas = getGasLimit(simulated.gas)
  const isDelivery = action.kind === 'fill' || action.kind === 'grant'
  const canPay = simulated.heldWei >= call.value + gas * fees.maxFeePerGas
  if (isDelivery && !canPay) return buildRevertedSimulation('inventory too small')
  // The estimate above runs with a gas price of zero, which hostile code can detect, so simulate
  // with the real price. A sender that cannot pay gets the node's error on broadcast instead.
  if ((isDelivery || action.kind === 'refund') && canPay) {
    const trial = { from, call: { ...call, gas }, fees, block }
    const revertData = await tryTransaction(parts.client, trial)
    if (revertData !== undefined) return { refused: classifyError(revertData, place), revertData }
  }
  return {
    sender,
    sign: createSigner({ ...call, gas }, { ...parts, sender, fees }),
    gas: getGasCost(call, { used: simulated.gas, fees, dataPrice }),
  }
}

/** Gas of a transaction and its cost in the next block, data fee included. */
function getGasCost(
  { data }: Pick<TransactionCall, 'data'>,
  options: { used: bigint; fees: GasFees; dataPrice: bigint },
): { used: bigint; cost: bigint } {
  const { used, fees, dataPrice } = options
  const price = fees.baseFeePerGas + fees.maxPriorityFeePerGas
  return { used, cost: used * price + BigInt(size(data)) * dataPrice }
}

/**
 * A call and the key that sends it. The executor's key only ever calls the EntryPoint: the
 * paymaster pays for operations in any transaction an executor sends, and a refund of native coins
 * runs the depositor's code. In an executor's transaction that code could submit an operation of
 * its own to the EntryPoint and collect the sponsored gas; within the EntryPoint its reentrancy
 * lock prevents that.
 */
type PlannedCall = { sender: SenderRole; place: ErrorPlace; call: TransactionCall }

function buildPlannedCall(
  action: Exclude<Action, OperationAction>,
  chain: EvmNetworkChain,
): PlannedCall {
  const { destinationSettler: settler, originEscrow: escrow } = chain.contracts
  switch (action.kind) {
    case 'fill':
      return {
        sender: 'solver',
        place: 'fill',
        call: buildFillCall(action.fill, { ...action, settler }),
      }
    case 'grant':
      return { sender: 'solver', place: 'fill', call: buildGrantCall(action.grant, { settler }) }
    case 'cancel':
      return {
        sender: 'solver',
        place: 'settlement',
        call: buildCancelCall(action.fillId, { settler }),
      }
    case 'release':
      return {
        sender: 'solver',
        place: 'settlement',
        call: buildReleaseCall(action.order, { escrow, attestation: action.attestation }),
      }
    case 'refund':
      return {
        sender: 'solver',
        place: 'settlement',
        call: buildRefund(action.order, {
          escrow,
          ...(action.attestation && { attestation: action.attestation }),
        }),
      }
    case 'sweep':
      return { sender: 'solver', place: 'settlement', call: buildSweepCall(action) }
    case 'allow':
      return { sender: 'solver', place: 'settlement', call: buildAllowCall(action, { settler }) }
  }
}

/** Actions that execute a user operation. */
type OperationAction = Action & { kind: 'deposit' | 'call' | 'arrive' }

async function prepareOperation(
  action: OperationAction,
  parts: PrepareContext,
): Promise<PreparedTransaction | RevertedSimulation> {
  const { client, chain, senders } = parts
  const [fees, dataPrice, block] = await Promise.all([
    readFees(client),
    readDataPrice(client),
    readPendingBlock(client),
  ])
  const { validUntil } = action
  const completed = await completeOperation(action.operation, { ...parts, fees, validUntil })
  if ('refused' in completed) return { ...completed, revertData: '0x' }
  const { op, userOpHash, authorization, accountCode } = completed
  const call = {
    ...buildHandleOpsCall(op, {
      entryPoint: chain.contracts.entryPoint,
      beneficiary: senders.executor,
    }),
    ...(authorization && { authorization }),
  }
  const tried = await simulateBundle(client, {
    from: senders.executor,
    call,
    fees,
    block,
    blockMs: chain.blockMs,
    userOpHash,
    ...getWatchedParts(action, op, parts),
    ...(authorization &&
      accountCode && {
        accounts: {
          [op.sender]: { code: accountCode, nonce: numberToHex(authorization.nonce + 1) },
        },
      }),
  })
  if ('revertData' in tried) {
    const { revertData } = tried
    // Paymaster, account and escrow have different expiry errors, and the first to revert wins.
    if (block.time >= validUntil) return { refused: classifyState('deadline passed'), revertData }
    const place = action.kind === 'call' ? 'call' : 'operation'
    return { refused: classifyError(revertData, place), revertData }
  }
  // On real state, whatever overrides the call was prepared with: security rules 14 and 17.
  const approvals = [...findApprovals(tried.logs, op.sender), ...tried.rights]
  if (action.kind === 'call' && approvals.length > 0) return buildRevertedSimulation('rights left')
  return {
    sender: 'executor',
    sign: createSigner(call, { ...parts, sender: 'executor', fees }),
    gas: getGasCost(call, { used: tried.gasUsed, fees, dataPrice }),
    outflow: tried.outflow,
    userOpHash,
    // The account's code was read after this block.
    ...((op.deployment ?? authorization) && {
      deploys: { account: op.sender, missingAt: block.number },
    }),
    ...(authorization && { authority: op.sender }),
  }
}

/** What an account may only change as far as is known: rights over its tokens, and its holdings. */
function getWatchedParts(
  { kind }: OperationAction,
  op: Pick<UserOp, 'sender' | 'callData'>,
  { chain, tokens }: PrepareContext,
) {
  if (kind !== 'call') return { rights: [], holdings: undefined }
  return {
    rights: getRightsOfCalls(op, { chain, tokens }),
    holdings: { account: op.sender, chain, tokens, callData: op.callData },
  }
}

/** The result for a transaction that does not revert but must not be sent. */
function buildRevertedSimulation(evidence: StateEvidence): RevertedSimulation {
  return { refused: classifyState(evidence), revertData: '0x' }
}

function createSigner(
  call: TransactionCall & { gas: bigint },
  options: PrepareContext & { sender: SenderRole; fees: TransactionFees },
): PreparedTransaction['sign'] {
  const { keys, sender, client, fees } = options
  return (nonce) =>
    signTransaction(call, {
      key: keys[sender],
      chainNumber: client.chainNumber,
      nonce,
      fees: { maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas },
    })
}

/**
 * Returns the rights an operation's calls could grant, from its call data: those its owner's calls
 * refer to. The service's own calls (guard, loan, exact approvals) are left out.
 *
 * @param options.tokens - Token contracts of the network on this chain. Source: security rule 14.
 */
function getRightsOfCalls(
  { sender: account, callData }: Pick<UserOp, 'sender' | 'callData'>,
  { chain, tokens }: { chain: EvmNetworkChain; tokens: readonly EvmAddress[] },
): readonly Right[] {
  const facts = decodeOperation(callData) ?? []
  const { validityGuard, destinationSettler } = chain.contracts
  const calls = (decodeBatch(callData) ?? []).filter(({ to }, index) => {
    const isOurs = isSameAddress(to, validityGuard) || isSameAddress(to, destinationSettler)
    return !isOurs && facts[index]?.kind !== 'approval'
  })
  return getWatchedRights({ account, calls, tokens })
}
