import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { hashSolanaOrder, nativeMint } from '#protocol/orders/solanaOrder.ts'
import type { LegTerms, SolanaEcosystem } from '../../ports/settlementChain.ts'
import { maxComputeUnits } from '../program/computeBudget.ts'
import { isTokenProgram } from '../program/tokenState.ts'
import { type ReadOperation, readOperation } from '../codec/readOperation.ts'
import { priorityPrices } from '../rpc/readPriorityPrice.ts'

/** What reading an operation must know of its chain. */
export type TermsChain = Pick<SolanaNetworkChain, 'chainId' | 'nativeAsset' | 'program' | 'roles'>

/** Nothing but its blockhash ends a transfer: no clock is asked. */
const noDeadline = 2n ** 63n - 1n

/**
 * What an origin operation commits to, read from the bytes that its user signs and nothing else. Its
 * nonce is 0: the blockhash takes its place.
 *
 * @returns Undefined for an operation that the service does not build: then it is never signed.
 */
export function readTerms(
  operation: SolanaChainOperation,
  chain: TermsChain,
): LegTerms<SolanaEcosystem> | undefined {
  const read = readOwnOperation(operation, chain)
  if (!read) return undefined
  const common = { sender: read.user, nonce: 0n }
  const { action } = read
  if (action.kind === 'transfer') {
    const units = action.payments.map((payment) => payment.units)
    const spends = units.reduce((sum, one) => sum + one, 0n)
    return { ...common, validUntil: noDeadline, spends, fee: units[1] ?? 0n }
  }
  const { order } = action
  const { program: escrow } = chain
  return {
    ...common,
    validUntil: order.depositDeadline,
    spends: order.amount + order.fee,
    fee: order.fee,
    deposit: { order, orderHash: hashSolanaOrder(order, escrow), escrow },
  }
}

/**
 * Reads an operation that the service builds, or might have built: the executor pays for it and signs
 * nothing else in it, what it offers for priority is within bounds, who is paid beside the recipient
 * is the service, and the fields beside the bytes say what the bytes say.
 *
 * @returns Undefined for any other.
 */
export function readOwnOperation(
  operation: SolanaChainOperation,
  chain: TermsChain,
): ReadOperation | undefined {
  const { program, roles } = chain
  const read = readOperation(operation, { program, executor: roles.executor })
  if ('fault' in read) return undefined
  const { units, microLamports } = read.budget
  if (units > maxComputeUnits || microLamports > priorityPrices.most) return undefined
  return isNamed(operation, { read, chain }) && isPaidToUs(read, chain) ? read : undefined
}

/** Whether asset and amount beside the bytes are those in them. */
function isNamed(
  { assetType, amount }: SolanaChainOperation,
  { read: { action }, chain }: { read: ReadOperation; chain: TermsChain },
): boolean {
  const [token, units] =
    action.kind === 'deposit'
      ? [action.order.token, action.order.amount]
      : [action.token, action.payments[0]?.units]
  const wanted = token === nativeMint ? chain.nativeAsset : `${chain.chainId}/token:${token}`
  return assetType === wanted && BigInt(amount) === units
}

/** Whether tokens are tokens, and what does not go to the recipient goes to us. */
function isPaidToUs({ action, user }: ReadOperation, { roles }: TermsChain): boolean {
  if (action.tokenProgram !== undefined && !isTokenProgram(action.tokenProgram)) return false
  // Keys of ours are nobody's account.
  if (user === roles.solver || user === roles.executor) return false
  if (action.kind === 'deposit') {
    const { payee, feeReceiver } = action.order
    return payee === roles.payee && feeReceiver === roles.feeReceiver
  }
  const [, fee] = action.payments
  return !fee || fee.to === roles.feeReceiver
}
