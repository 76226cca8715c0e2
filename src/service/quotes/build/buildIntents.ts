import type {
  AppFeePayment,
  AssetAmount,
  OperationAction,
  OperationIntent,
  UnlistedSide,
} from '#chains/ports/chain.ts'
import { getChain, getEscrow, getRoles } from '#networks/getChain.ts'
import type { EvmNetworkChain, Network } from '#networks/network.ts'
import type { Account } from '#protocol/accounts/account.ts'
import { type AnyFill, type AnyOrder, toEvmFill } from '#protocol/orders/anyOrder.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainKind,
  EvmAddress,
  getChainKind,
  getEvmChainNumber,
  isSameAsset,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { hashCallFill, hashFill, hashOrders, type Leg } from '#protocol/orders/order.ts'
import { hashSolanaFill, nativeMint } from '#protocol/orders/solanaOrder.ts'
import type { RouteKind } from '../pricing/rates.ts'
import { getPathBetween } from '../routing/routePath.ts'

/** Input of one operation of a quote. Amounts in the asset's smallest unit. */
export type IntentLeg = {
  account: Account
  /** Whether the operation deploys or delegates the account. */
  isFirst: boolean
  assetType: AssetType
  /** Without the fee. */
  amount: bigint
  fee: bigint
  /** The part of the fee that an app gets; of a deposit all of it. */
  appFee?: AppFeePayment | undefined
  /** A fee paid of what arrives, for a token on no list that is sold; in the asset delivered. */
  feeOut?: bigint | undefined
}

/** The variable facts of a quote; together with the network they determine its operations. */
export type IntentTerms = {
  id: Hash
  kind: RouteKind
  legs: readonly IntentLeg[]
  /** The asset delivered; for a call the first asset it requires. */
  destination: AssetType
  recipient: AccountAddress
  minimumAmount: bigint
  /** Whether the fee includes the rent of a token account created for the recipient. */
  createsRecipientAccount: boolean
  /** Unix second from which all deadlines count. */
  startsAt: bigint
  /** The prepared call that the deposits pay for; absent for transfers and swaps. */
  call?: PaidCall
}

/** A prepared call, the account that makes it, and what the solver lends to it. */
export type PaidCall = { prepareId: Hash; account: EvmAddress; lent: readonly AssetAmount[] }
/** Stands for the native coin in orders. */
const nativeTokens: Readonly<Record<ChainKind, AccountAddress>> = {
  evm: '0x0000000000000000000000000000000000000000',
  solana: nativeMint,
}

/**
 * Returns what each operation of a quote must do. Payees, deadlines and hashes follow from the
 * network alone. Operations are built from these intents and checked against them at acceptance, so
 * an attacker with the quote key cannot change them. Source: security rule 35.
 */
export function buildIntents(facts: IntentTerms, network: Network): readonly OperationIntent[] {
  const orders = facts.kind === 'deposit' ? buildOrders(facts, network) : []
  const { id: quoteId, startsAt } = facts
  const validUntil = startsAt + BigInt(network.deadlines.depositSeconds)
  return facts.legs.map((leg, index) => ({
    ...leg,
    quoteId,
    index,
    validUntil,
    action: getAction(facts, { network, leg, order: orders[index] }),
  }))
}

/** Returns the intent of an operation that only deploys the account on the destination. */
export function buildDeploymentIntent(
  { id: quoteId, legs, destination: assetType, startsAt }: IntentTerms,
  options: { network: Network; account: Account; isFirst: boolean; amount: bigint },
): OperationIntent {
  const { network, account, isFirst, amount } = options
  return {
    account,
    isFirst,
    amount,
    quoteId,
    index: legs.length,
    assetType,
    fee: 0n,
    validUntil: startsAt + BigInt(network.deadlines.fillSeconds),
    action: { kind: 'none' },
  }
}

function getAction(
  { kind, destination: to, recipient, minimumAmount, createsRecipientAccount }: IntentTerms,
  { network, leg, order }: { network: Network; leg: IntentLeg; order: AnyOrder | undefined },
): OperationAction {
  const { feeReceiver } = getRoles(network, splitAssetType(to).chainId)
  switch (kind) {
    case 'deposit':
      if (!order) throw new Error('A deposit without an order.')
      return { kind, order }
    case 'transfer':
      return { kind, recipient, feeReceiver, makesAccount: createsRecipientAccount }
    case 'convert':
      return { kind, to, recipient, feeReceiver }
    case 'swap': {
      const { pool } = getPathBetween(network, [leg.assetType, to])
      const poolFee = pool?.fee ?? 0
      const unlisted = findUnlistedSide(leg, { to, unlisted: pool?.unlisted })
      return {
        kind,
        to,
        poolFee,
        minimumOut: minimumAmount,
        recipient,
        feeReceiver,
        ...(unlisted && { unlisted }),
      }
    }
  }
}

/** Which side of a pool's swap no list names; undefined where both are listed. */
function findUnlistedSide(
  { feeOut = 0n }: IntentLeg,
  { to, unlisted }: { to: AssetType; unlisted: AssetType | undefined },
): UnlistedSide | undefined {
  if (unlisted === undefined) return undefined
  return isSameAsset(unlisted, to) ? { side: 'bought' } : { side: 'sold', feeOut }
}

/** One order per leg, all bound to the same fill. Source: security rule 3. */
function buildOrders(facts: IntentTerms, network: Network): readonly AnyOrder[] {
  const { id, call, legs, startsAt } = facts
  const unsigned = legs.map((leg) => toLeg(leg, { network, startsAt }))
  const fillHash = getFillHash(facts, { network, ordersHash: hashOrders(unsigned) })
  return unsigned.map(({ chainId: _chain, escrow: _escrow, ...order }) => ({
    ...order,
    fillId: call?.prepareId ?? id,
    fillHash,
  }))
}

/** Hash of the fill that must happen on the destination chain before deposits are released. */
function getFillHash(
  { id, destination, recipient, minimumAmount, startsAt, call }: IntentTerms,
  { network, ordersHash }: { network: Network; ordersHash: Hash },
): Hash {
  const chain = getChain(network, splitAssetType(destination).chainId)
  const deadline = startsAt + BigInt(network.deadlines.fillSeconds)
  const token = getToken(destination)
  const fill = {
    fillId: id,
    ordersHash,
    recipient,
    token,
    minimumAmount,
    fillDeadline: deadline,
  }
  switch (chain.kind) {
    case 'evm':
      return hashEvmDelivery(fill, { call, chain, solver: network.roles.solver })
    case 'solana':
      return hashSolanaFill(fill, {
        chainId: chain.chainId,
        program: chain.program,
        solver: chain.roles.solver,
      })
  }
}

function hashEvmDelivery(
  fill: AnyFill,
  options: { call: IntentTerms['call']; chain: EvmNetworkChain; solver: EvmAddress },
): Hash {
  const { call, chain, solver } = options
  const at = {
    chainNumber: getEvmChainNumber(chain.chainId) ?? 0,
    settler: chain.contracts.destinationSettler,
    solver,
  }
  if (!call) return hashFill(toEvmFill(fill), at)
  const { prepareId, account, lent } = call
  const { ordersHash, fillDeadline: deadline } = fill
  const tokens = lent.map(({ assetType }) => EvmAddress.parse(getToken(assetType)))
  const amounts = lent.map(({ amount }) => amount)
  return hashCallFill({ prepareId, ordersHash, account, tokens, amounts, deadline }, at)
}

function toLeg(
  { account, assetType, amount, fee, appFee }: IntentLeg,
  { network, startsAt }: { network: Network; startsAt: bigint },
): Leg {
  const { deadlines } = network
  const { chainId } = splitAssetType(assetType)
  const { feeReceiver, payee } = getRoles(network, chainId)
  return {
    chainId,
    escrow: getEscrow(getChain(network, chainId)),
    depositor: account.accountAddress,
    token: getToken(assetType),
    amount,
    fee,
    feeReceiver: appFee?.receiver ?? feeReceiver,
    payee,
    depositDeadline: startsAt + BigInt(deadlines.depositSeconds),
    refundAfter: startsAt + BigInt(deadlines.refundSeconds),
  }
}

/**
 * Moves the service's own fee into the amount of a deposit that an app charges for: an order pays one
 * fee to one receiver, and its amount goes to the service as well. Source: ours (wire, "Fee of an
 * app").
 */
export function keepOwnFee<leg extends Pick<IntentLeg, 'amount' | 'fee' | 'appFee'>>(
  leg: leg,
): leg {
  const { amount, fee, appFee } = leg
  return appFee ? { ...leg, amount: amount + fee - appFee.units, fee: appFee.units } : leg
}

/** Returns a token's contract or mint, or the zero address of its ecosystem for the native coin. */
export function getToken(assetType: AssetType): AccountAddress {
  const { namespace, reference } = splitAssetType(assetType)
  return namespace === 'slip44' ? nativeTokens[getChainKind(assetType)] : reference
}
