import type { NetworkChain } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import type {
  Action,
  PreparedTransaction,
  RefusedTransaction,
  SenderRole,
} from '../settlementChain.ts'
import { buildRefund } from './buildRefund.ts'
import { classifyFailure, type FailurePlace } from './classifyFailure.ts'
import type { EvmClient } from './client.ts'
import { cosign } from './cosign.ts'
import { findApprovals } from './findApprovals.ts'
import { sponsor } from './paymaster.ts'
import { readFees } from './readFees.ts'
import { readMany } from './readMany.ts'
import { cancelCall, fillCall, grantCall, handleOpsCall, releaseCall } from './settlement.ts'
import { simulateBundle, simulateTransaction } from './simulateTransaction.ts'
import { signTransaction, type TransactionCall, type TransactionFees } from './transaction.ts'
import { readUserOperation, type UserOp } from './userOperation.ts'

/** The service's keys of one chain, 32 bytes each. */
export type SettlementKeys = { executor: Hash; solver: Hash; cosigner: Hash; paymaster: Hash }

/** What preparing needs to know. */
export type PrepareParts = {
  client: EvmClient
  chain: NetworkChain
  keys: SettlementKeys
  senders: Record<SenderRole, EvmAddress>
}

/** Hash of no code: the account is not there, or an address that only holds coins. */
const emptyCodeHashes = new Set([
  0n,
  0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470n,
])

/**
 * Most gas of a delivery, a release or a refund: a stranger's code may run in it (who is paid native
 * coins, a token), and a quote only pays for ours.
 */
const mostGas = 500_000n

/**
 * Builds a transaction with fresh fees and tries it on the newest state: nothing is signed that
 * would revert.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function prepareTransaction(
  action: Action,
  parts: PrepareParts,
): Promise<PreparedTransaction | RefusedTransaction> {
  if (action.kind === 'deposit' || action.kind === 'call') return prepareOperation(action, parts)
  const { sender, place, call } = callOf(action, parts.chain)
  const [simulated, fees] = await Promise.all([
    simulateTransaction(parts.client, { from: parts.senders[sender], call }),
    readFees(parts.client),
  ])
  if ('revertData' in simulated) {
    const { revertData } = simulated
    return { refused: classifyFailure(revertData, place), revertData }
  }
  if ('missingWei' in simulated) return { refused: 'SOLVER_CAPACITY_EXCEEDED', revertData: '0x' }
  if (action.kind !== 'cancel' && simulated.gas > mostGas)
    return { refused: 'SWAP_USES_TOO_MUCH_GAS', revertData: '0x' }
  // Storage may have moved a little before it lands.
  const gas = (simulated.gas * 5n) / 4n + 20_000n
  const isDelivery = action.kind === 'fill' || action.kind === 'grant'
  if (isDelivery && simulated.heldWei < call.value + gas * fees.maxFeePerGas)
    return { refused: 'SOLVER_CAPACITY_EXCEEDED', revertData: '0x' }
  return { sender, sign: signer({ ...call, gas }, { ...parts, sender, fees }) }
}

/**
 * What is called, and with whose key. Only the EntryPoint is ever called with the executor's: the
 * paymaster pays for operations in any transaction that an executor sent, and a refund in native
 * coins runs the depositor's code. Sent by an executor, that code could bring an operation of its
 * own to the EntryPoint and collect the sponsored gas; inside the EntryPoint its lock forbids that.
 */
type Move = { sender: SenderRole; place: FailurePlace; call: TransactionCall }

function callOf(action: Exclude<Action, OperationAction>, chain: NetworkChain): Move {
  const { destinationSettler: settler, originEscrow: escrow } = chain.contracts
  switch (action.kind) {
    case 'fill':
      return {
        sender: 'solver',
        place: 'fill',
        call: fillCall(action.fill, { ...action, settler }),
      }
    case 'grant':
      return { sender: 'solver', place: 'fill', call: grantCall(action.grant, { settler }) }
    case 'cancel':
      return { sender: 'solver', place: 'settlement', call: cancelCall(action.fillId, { settler }) }
    case 'release':
      return {
        sender: 'solver',
        place: 'settlement',
        call: releaseCall(action.order, { escrow, attestation: action.attestation }),
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
  }
}

/** Actions that execute a user operation. */
type OperationAction = Action & { kind: 'deposit' | 'call' }

async function prepareOperation(
  action: OperationAction,
  parts: PrepareParts,
): Promise<PreparedTransaction | RefusedTransaction> {
  const { client, chain, senders } = parts
  const wire = readUserOperation(action.operation.userOp)
  const [code, fees] = await Promise.all([
    readMany(client, [{ kind: 'code', of: wire.sender }]),
    readFees(client),
  ])
  const hasCode = !emptyCodeHashes.has(code.values[0]?.[0] ?? 0n)
  const { op, userOpHash } = await completeOperation(hasCode ? withoutDeployment(wire) : wire, {
    ...parts,
    fees,
    validUntil: action.validUntil,
  })
  const call = handleOpsCall(op, {
    entryPoint: chain.contracts.entryPoint,
    beneficiary: senders.executor,
  })
  const tried = await simulateBundle(client, { from: senders.executor, call, userOpHash })
  if ('revertData' in tried) {
    const { revertData } = tried
    return { refused: classifyFailure(revertData, 'operation'), revertData }
  }
  // On real state, whatever was pretended when the call was prepared: security rules 14 and 17.
  if (action.kind === 'call' && findApprovals(tried.logs, op.sender).length > 0)
    return { refused: 'EXECUTION_REVERTED', revertData: '0x' }
  return {
    sender: 'executor',
    sign: signer(call, { ...parts, sender: 'executor', fees }),
    userOpHash,
    ...(op.deployment && { deploys: op.sender }),
  }
}

/** Fresh gas price, then the paymaster's word, then the co-signature: each binds what is before. */
async function completeOperation(
  wire: UserOp,
  options: PrepareParts & { fees: TransactionFees; validUntil: bigint },
): Promise<{ op: UserOp; userOpHash: Hash }> {
  const { chain, client, keys, fees, validUntil } = options
  const { paymaster, entryPoint } = chain.contracts
  const { chainNumber } = client
  const priced: UserOp = {
    ...wire,
    paymaster,
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
  }
  const paymasterData = await sponsor(priced, {
    key: keys.paymaster,
    chainNumber,
    paymaster,
    validUntil,
  })
  const sponsored = { ...priced, paymasterData }
  const { signature, userOpHash } = await cosign(sponsored, {
    key: keys.cosigner,
    chainNumber,
    entryPoint,
  })
  return { op: { ...sponsored, signature }, userOpHash }
}

function withoutDeployment(op: UserOp): UserOp {
  const bare = { ...op }
  delete bare.deployment
  return bare
}

function signer(
  call: TransactionCall & { gas: bigint },
  options: PrepareParts & { sender: SenderRole; fees: TransactionFees },
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
