import { getChain, getEscrow } from '#networks/getChain.ts'
import type { AppFeePayment, AssetAmount } from '#chains/ports/chain.ts'
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

/** One origin operation, decoded from its own call data. Amounts in smallest units. */
export type PlanLeg = {
  chainId: ChainId
  operation: ChainOperation
  sender: AccountAddress
  nonce: bigint
  assetType: AssetType
  /** All that leaves the account: amount plus fee. */
  spends: bigint
  fee: bigint
  /** The part of the fee that an app gets; of a deposit all of it. */
  appFee?: AppFeePayment
  /** A fee paid of what a swap brings in, for a token on no list that is sold. */
  feeOut?: AssetAmount
  validUntil: bigint
  /** Whether it contains calls of its owner's own; then no approval may be left. */
  isCall: boolean
  /** Absent when the operation does everything on one chain. */
  order?: AnyOrder
  orderHash?: Hash
  refundAfter: bigint
}

/** What the settler must record before the deposits are released. */
type PlannedDelivery = {
  chainId: ChainId
  solver: AccountAddress
  /** The id under which the solver fills or cancels. */
  fillId: Hash
  fillHash: Hash
  fillDeadline: bigint
  /** What the solver delivers or lends. */
  gives: readonly { assetType: AssetType; amount: bigint }[]
}

/** A fill: the solver sends one asset to the recipient. */
export type FillDestination = PlannedDelivery & {
  kind: 'fill'
  fill: AnyFill
  amount: bigint
  /** Whether the fill may create the recipient's account; its rent is part of the fee. */
  makesAccount: boolean
}

/** A call: the solver lends to an account, which pulls it in an operation its owner signed. */
export type CallDestination = PlannedDelivery & {
  kind: 'call'
  solver: EvmAddress
  operation: EvmChainOperation
  account: EvmAddress
  grant: CallFill
  /** When the operation can be executed: Unix seconds, both ends included. */
  validAfter: bigint
  validUntil: bigint
}

/** What the solver does on the destination chain, and the hash the settler records it under. */
export type PlanDestination = FillDestination | CallDestination

/**
 * The destination operation of a generation 1 quote, once its owner signed it. It deploys or
 * delegates the account before the fill. It moves no value; if it does not land, the fill is made
 * without it.
 */
export type DestinationDeployment = {
  chainId: ChainId
  operation: EvmChainOperation
  sender: AccountAddress
  validUntil: bigint
  /**
   * Whether it has to be sent. It does not if the account already exists, or an origin operation
   * deploys it; its signature is checked in any case.
   */
  isDue: boolean
}

/** Everything an execution does, decoded from its quote alone. */
export type ExecutionPlan = {
  quoteId: Hash
  legs: readonly PlanLeg[]
  /** The service's own fee where an app gets the orders' fee: it is inside their amounts. */
  feesInAmounts?: readonly AssetAmount[]
  destination?: PlanDestination
  /** Absent in generation 3, for calls, and unless it is signed. */
  destinationDeployment?: DestinationDeployment
}

/** Whether the fill pays native coins on an EVM chain, which runs the recipient's code. */
export function isPaidInCoins({ destination }: ExecutionPlan): boolean {
  return destination?.kind === 'fill' && destination.gives.some(isCoin)
}

/** Whether an asset is the native coin of an EVM chain. */
export function isCoin({ assetType }: { assetType: AssetType }): boolean {
  return /^eip155:.*\/slip44:/.test(assetType)
}

/** What a leg gives for the delivery: all it spends except its fee. */
export function getGiven({ assetType, spends, fee }: PlanLeg): AssetAmount {
  return { assetType, amount: spends - fee }
}

/** What all legs give for the delivery. A fee inside their amounts is subtracted as an entry. */
export function getAllGiven({ legs, feesInAmounts = [] }: ExecutionPlan): readonly AssetAmount[] {
  const kept = feesInAmounts.map(({ assetType, amount }) => ({ assetType, amount: -amount }))
  return [...legs.map(getGiven), ...kept]
}

/** The fees that the service gets, without those of an app. */
export function getServiceFees({
  legs,
  feesInAmounts = [],
}: ExecutionPlan): readonly AssetAmount[] {
  const charged = legs.map(
    ({ assetType, fee, appFee, feeOut }) =>
      feeOut ?? { assetType, amount: fee - (appFee?.units ?? 0n) },
  )
  return [...charged, ...feesInAmounts]
}

/** The origin leg of a step; undefined for the destination or an unknown leg. */
export function findLeg({ legs }: ExecutionPlan, leg: StepLeg): PlanLeg | undefined {
  return leg === 'destination' ? undefined : legs[leg]
}

/** An origin leg. @throws Error when the plan has no such leg. */
export function getLeg(plan: ExecutionPlan, index: number): PlanLeg {
  const leg = plan.legs[index]
  if (!leg) throw new Error(`${plan.quoteId} has no leg ${index}.`)
  return leg
}

/** What the destination of a plan is decoded with. */
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

/** A leg in the form that a fill hashes. */
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

/** The fill deadline, which follows from the deposit deadline all legs share. Source: ours. */
export function getFillDeadline(legs: readonly PlanLeg[], { deadlines }: Network): bigint {
  const [first, ...others] = legs.map(({ order }) => order?.depositDeadline ?? 0n)
  if (first === undefined || others.some((other) => other !== first))
    throw buildTamperedError('The deposits have different deadlines.')
  return first + BigInt(deadlines.fillSeconds - deadlines.depositSeconds)
}

/**
 * The error for a quote whose parts do not match: this service did not build it.
 *
 * @param issues - What is wrong in which field of the quote.
 */
export function buildTamperedError(
  sentence: string,
  issues?: ServiceError['issues'],
): ServiceError {
  return new ServiceError('QUOTE_TAMPERED', sentence, { issues })
}
