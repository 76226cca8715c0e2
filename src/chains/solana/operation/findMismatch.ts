import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { SolanaAddress } from '#protocol/ids/caip.ts'
import { nativeMint } from '#protocol/orders/solanaOrder.ts'
import type { OperationIntent } from '../../ports/chain.ts'
import { describeDifference, type Difference, findDifference } from '../../findDifference.ts'
import type { OperationMismatch } from '../../ports/settlementChain.ts'
import { getAssetMint } from '../assets/mints.ts'
import {
  buildIntentInstructions,
  getFeePayments,
  toSolanaOrder,
} from './buildIntentInstructions.ts'
import { encodeMessage } from '../codec/message.ts'
import { withBudget } from './prepareOperation.ts'
import { encodeHex } from '../program/bytes.ts'
import { type TransferredToken, decodeTransfer } from '../program/transferInstructions.ts'
import type { ReadOperation } from '../codec/readOperation.ts'
import { readOwnOperation } from './readTerms.ts'

/**
 * Describes how an operation differs from what this chain would build for an intent; undefined when
 * it matches. Free to differ are only the blockhash, whose validity is checked on use, the compute
 * budget within its bounds, and the mint's program and decimals.
 *
 * @throws Error when the intent is not for Solana.
 */
export function findMismatch(
  operation: SolanaChainOperation,
  { intent, chain }: { intent: OperationIntent; chain: SolanaNetworkChain },
): OperationMismatch | undefined {
  const read = readOwnOperation(operation, chain)
  if (!read) return buildMismatch('dataToSign', { path: 'message', ...unknown })
  const named = { assetType: operation.assetType, amount: BigInt(operation.amount) }
  const { assetType, amount } = intent
  const difference =
    findDifference({ assetType, amount }, named) ??
    findDifference(intent.account.accountAddress, read.user, ['user']) ??
    findActionDifference(read, intent)
  if (difference) return buildMismatch('dataToSign', difference)
  const instructions = buildIntentInstructions(intent, { chain, token: findToken(read, assetType) })
  const { feePayer, blockhash } = read.message
  const wanted = withBudget({ feePayer, blockhash, instructions }, read.budget)
  return encodeHex(encodeMessage(wanted)) === encodeHex(read.bytes)
    ? undefined
    : buildMismatch('dataToSign', { path: 'message', ...unknown })
}

const unknown = { expected: 'what this service writes', found: 'something else' }

function buildMismatch(field: string, difference: Difference): OperationMismatch {
  return {
    field,
    message: `This service builds no such operation: ${describeDifference(difference)}`,
  }
}

/** The field of the order or payments in which the operation differs from the intent. */
function findActionDifference(
  { action }: ReadOperation,
  intent: OperationIntent,
): Difference | undefined {
  const kind = findDifference(intent.action.kind, action.kind, ['kind'])
  if (kind) return kind
  if (intent.action.kind === 'deposit' && action.kind === 'deposit')
    return findDifference(toSolanaOrder(intent.action.order), action.order, ['order'])
  if (intent.action.kind !== 'transfer' || action.kind !== 'transfer') return undefined
  const token = getAssetMint(intent.assetType) ?? nativeMint
  const feeReceiver = SolanaAddress.parse(intent.action.feeReceiver)
  const fees = getFeePayments(intent, feeReceiver).map((payment) => payment.units)
  const units = [intent.amount, ...fees]
  const found = { token: action.token, units: action.payments.map((payment) => payment.units) }
  return findDifference({ token, units }, found)
}

/** The token as the message's instructions name it; a wrong program or decimals fail on chain. */
function findToken(
  { action, message }: ReadOperation,
  assetType: OperationIntent['assetType'],
): TransferredToken | undefined {
  const mint = getAssetMint(assetType)
  if (mint === undefined || action.tokenProgram === undefined) return undefined
  const last = message.instructions.at(-1)
  const transferred = last && decodeTransfer(last)?.token
  return { mint, tokenProgram: action.tokenProgram, decimals: transferred?.decimals ?? 0 }
}
