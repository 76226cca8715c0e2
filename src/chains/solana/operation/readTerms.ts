import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { hashSolanaOrder, nativeMint } from '#protocol/orders/solanaOrder.ts'
import type { LegTerms, SolanaEcosystem } from '../../ports/settlementChain.ts'
import { maxComputeUnits } from '../program/computeBudget.ts'
import { isTokenProgram } from '../program/tokenState.ts'
import { type ReadOperation, readOperation } from '../codec/readOperation.ts'
import { priorityPrices } from '../rpc/readPriorityPrice.ts'

/** Chain data needed to read an operation. */
export type TermsChain = Pick<SolanaNetworkChain, 'chainId' | 'nativeAsset' | 'program' | 'roles'>

/** Only a transfer's blockhash ends its validity; it has no deadline. */
const noDeadline = 2n ** 63n - 1n

/**
 * Reads what an origin operation commits to, from nothing but the bytes that its user signs. Its
 * nonce is 0: the blockhash takes its place.
 *
 * @returns Undefined for an operation that the service would not build; it is then never signed.
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
 * Decodes an operation that the service builds or could have built: the executor pays for it and
 * signs for nothing else in it, its priority price is within bounds, nobody but the recipient and
 * the service is paid, and the fields besides the bytes match them.
 *
 * @returns Undefined for any other operation.
 */
export function readOwnOperation(
  operation: SolanaChainOperation,
  chain: TermsChain,
): ReadOperation | undefined {
  const { program, roles } = chain
  const read = readOperation(operation, { program, executor: roles.executor })
  if ('error' in read) return undefined
  const { units, microLamports } = read.budget
  if (units > maxComputeUnits || microLamports > priorityPrices.max) return undefined
  return isNamed(operation, { read, chain }) && isPaidToUs(read, chain) ? read : undefined
}

/** Whether the operation's asset and amount fields match its bytes. */
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

/** Whether the token program is genuine, and all but the recipient's part goes to the service. */
function isPaidToUs({ action, user }: ReadOperation, { roles }: TermsChain): boolean {
  if (action.tokenProgram !== undefined && !isTokenProgram(action.tokenProgram)) return false
  // The service's own keys are never a user.
  if (user === roles.solver || user === roles.executor) return false
  if (action.kind === 'deposit') {
    const { payee, feeReceiver } = action.order
    return payee === roles.payee && feeReceiver === roles.feeReceiver
  }
  const [, fee] = action.payments
  return !fee || fee.to === roles.feeReceiver
}
