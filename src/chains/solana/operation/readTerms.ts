import type { SolanaNetworkChain } from '#networks/network.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
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
  appReceiver?: AccountAddress,
): LegTerms<SolanaEcosystem> | undefined {
  const read = readOwnOperation(operation, chain)
  if (!read || !isPaidToUs(read, chain, appReceiver)) return undefined
  const common = { sender: read.user, nonce: 0n }
  const { action } = read
  if (action.kind === 'transfer') {
    const [amount = 0n, ...fees] = action.payments.map((payment) => payment.units)
    const fee = fees.reduce((sum, one) => sum + one, 0n)
    const last = action.payments.at(-1)
    const appFee = fees.length > 0 && last?.to === appReceiver ? last?.units : undefined
    return {
      ...common,
      validUntil: noDeadline,
      spends: amount + fee,
      fee,
      ...(appFee && { appFee }),
    }
  }
  const { order } = action
  const { program: escrow } = chain
  return {
    ...common,
    validUntil: order.depositDeadline,
    spends: order.amount + order.fee,
    fee: order.fee,
    ...(order.feeReceiver === appReceiver && order.fee > 0n && { appFee: order.fee }),
    deposit: { order, orderHash: hashSolanaOrder(order, escrow), escrow },
  }
}

/**
 * Decodes an operation that the service builds or could have built: the executor pays for it and
 * signs for nothing else in it, its priority price is within bounds, deposits are paid out to the
 * service, and the fields besides the bytes match them. Who gets fees is compared with the network
 * and the API key by {@link readTerms} and `findMismatch`, before anything is accepted.
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
  return isNamed(operation, { read, chain }) && isOurs(read, chain) ? read : undefined
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

/** Whether the token program is genuine, no key of the service pays, and its payee gets deposits. */
function isOurs({ action, user }: ReadOperation, { roles }: TermsChain): boolean {
  if (action.tokenProgram !== undefined && !isTokenProgram(action.tokenProgram)) return false
  // The service's own keys are never a user.
  if (user === roles.solver || user === roles.executor) return false
  return action.kind !== 'deposit' || action.order.payee === roles.payee
}

/** Whether fees go to the service, and after it to the app, and to nobody else. */
function isPaidToUs(
  { action }: ReadOperation,
  { roles: { feeReceiver } }: TermsChain,
  appReceiver: AccountAddress | undefined,
): boolean {
  if (action.kind === 'deposit')
    return [feeReceiver, appReceiver].includes(action.order.feeReceiver)
  const [first, second, ...more] = action.payments.slice(1)
  if (second) return first?.to === feeReceiver && second.to === appReceiver && more.length === 0
  return !first || [feeReceiver, appReceiver].includes(first.to)
}
