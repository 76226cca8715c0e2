import { getChain, getEscrow } from '#networks/getChain.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { Network } from '#networks/network.ts'
import type { AnyFill, AnyOrder } from '#protocol/orders/anyOrder.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  type EvmAddress,
  isSameAddress,
} from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { ChainOperation, EvmChainOperation } from '#protocol/orders/operation.ts'
import type { CallFill, Leg } from '#protocol/orders/order.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { StepLeg } from '../../storage/tables/legColumn.ts'

/** One origin operation, as its own call data says. Amounts in smallest units. */
export type PlanLeg = {
  chainId: ChainId
  operation: ChainOperation
  sender: AccountAddress
  nonce: bigint
  assetType: AssetType
  /** All that leaves the account: amount and fee. */
  spends: bigint
  fee: bigint
  validUntil: bigint
  /** Its owner's own calls are in it: no approval may be left. */
  isCall: boolean
  /** Absent when the operation does everything on this chain. */
  order?: AnyOrder
  orderHash?: Hash
  refundAfter: bigint
}

/** What the settler must come to know before the deposits are paid out. */
type PlannedDelivery = {
  chainId: ChainId
  solver: AccountAddress
  /** Under this id the solver delivers, or cancels. */
  fillId: Hash
  fillHash: Hash
  fillDeadline: bigint
  /** What the solver gives. */
  gives: readonly { assetType: AssetType; amount: bigint }[]
}

/** The solver sends one asset to the recipient. */
export type FillDestination = PlannedDelivery & {
  kind: 'fill'
  fill: AnyFill
  amount: bigint
  /** The recipient's account may be made for it: its rent is in the fee. */
  makesAccount: boolean
}

/** The solver lends to an account, which draws it in an operation that its owner signed. */
export type CallDestination = PlannedDelivery & {
  kind: 'call'
  solver: EvmAddress
  operation: EvmChainOperation
  account: EvmAddress
  grant: CallFill
  /** Unix seconds, both ends included: when the operation can be executed. */
  validAfter: bigint
  validUntil: bigint
}

/** What the solver does on the destination chain, and under which hash the settler knows it. */
export type PlanDestination = FillDestination | CallDestination

/**
 * The operation by which the account of a generation 1 quote takes delivery itself, once its owner
 * signed it: it makes the account where the value goes, or delegates it, so that delivery finds it
 * there. It moves nothing; should it not land, what was promised is delivered all the same.
 */
export type DestinationDeployment = {
  chainId: ChainId
  operation: EvmChainOperation
  sender: AccountAddress
  validUntil: bigint
  /**
   * Whether it has anything to do: an account that stands there, or that an origin operation brings
   * there, needs none. Its signature counts all the same.
   */
  isDue: boolean
}

/** Everything an execution does, decoded from its quote and nothing else. */
export type ExecutionPlan = {
  quoteId: Hash
  legs: readonly PlanLeg[]
  destination?: PlanDestination
  /** Absent in generation 3, for calls, and unless it is signed. */
  destinationDeployment?: DestinationDeployment
}

/** Whether coins are paid to whoever the recipient is on an EVM chain: its code runs, and takes gas. */
export function isPaidInCoins({ destination }: ExecutionPlan): boolean {
  return destination?.kind === 'fill' && destination.gives.some(isCoin)
}

/** Whether an asset is the native coin of an EVM chain. */
export function isCoin({ assetType }: { assetType: AssetType }): boolean {
  return /^eip155:.*\/slip44:/.test(assetType)
}

/** What a leg gives for what is delivered: all that it spends but its fee. */
export function getGiven({ assetType, spends, fee }: PlanLeg): {
  assetType: AssetType
  amount: bigint
} {
  return { assetType, amount: spends - fee }
}

/** The origin leg a step belongs to; undefined for the destination, or when the plan has no such leg. */
export function findLeg({ legs }: ExecutionPlan, leg: StepLeg): PlanLeg | undefined {
  return leg === 'destination' ? undefined : legs[leg]
}

/** An origin leg. @throws Error when the plan has no such leg. */
export function getLeg(plan: ExecutionPlan, index: number): PlanLeg {
  const leg = plan.legs[index]
  if (!leg) throw new Error(`${plan.quoteId} has no leg ${index}.`)
  return leg
}

/** What a destination is worked out from. */
export type DestinationContext = {
  network: Network
  chains: SettlementChains
  legs: readonly PlanLeg[]
}

/** The chains that executions settle on. */
export type SettlementChains = ReadonlyMap<ChainId, SettlementChain>

/** The settlement of a chain. @throws ServiceError UNSUPPORTED_CHAIN when there is none. */
export function getSettlement(chains: SettlementChains, chainId: ChainId): SettlementChain {
  const chain = chains.get(chainId)
  if (!chain) throw new ServiceError('UNSUPPORTED_CHAIN', `${chainId} is not settled on.`)
  return chain
}

/** A leg as the fill names it. */
export function toOrderedLeg(leg: PlanLeg, network: Network): Leg {
  const { order, chainId } = leg
  if (!order) throw buildTamperedError('An operation deposits nothing.')
  const { depositor, token, amount, fee, feeReceiver, payee, depositDeadline, refundAfter } = order
  if (!isSameAddress(depositor, leg.sender))
    throw buildTamperedError('A deposit names another depositor.')
  return {
    chainId,
    escrow: getEscrow(getChain(network, chainId)),
    depositor,
    token,
    amount,
    fee,
    feeReceiver,
    payee,
    depositDeadline,
    refundAfter,
  }
}

/** All legs share their deadlines; the fill's follows from them. Source: ours. */
export function getFillDeadline(legs: readonly PlanLeg[], { deadlines }: Network): bigint {
  const [first, ...others] = legs.map(({ order }) => order?.depositDeadline ?? 0n)
  if (first === undefined || others.some((other) => other !== first))
    throw buildTamperedError('The deposits have different deadlines.')
  return first + BigInt(deadlines.fillSeconds - deadlines.depositSeconds)
}

/**
 * What does not fit together was not built by this service.
 *
 * @param issues - What is wrong in which field of the quote.
 */
export function buildTamperedError(
  sentence: string,
  issues?: ServiceError['issues'],
): ServiceError {
  return new ServiceError('QUOTE_TAMPERED', sentence, { issues })
}
