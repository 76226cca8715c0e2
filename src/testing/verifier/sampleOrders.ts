import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { hashFill, hashOrders, type Leg, type Order } from '#protocol/orders/order.ts'
import { hashSolanaFill, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import {
  type Tampering,
  evmReceiverOf,
  placed,
  receiverOf,
  type Sample,
  sampleAccount,
  type SampleLeg,
  sampleNetwork,
  sampleSolanaAccount,
} from './sampleCase.ts'

/** The order of a leg, on an EVM chain or Solana. */
export type SampleOrder = { kind: 'evm'; order: Order } | { kind: 'solana'; order: SolanaOrder }

type Making = { id: Hash; tampering: Tampering }

const unbound: Hash = `0x${'00'.repeat(32)}`

/** Builds the orders of all legs, each bound to the common delivery. */
export function sampleOrders(sample: Sample, making: Making): readonly SampleOrder[] {
  const orders = sample.legs.map((leg, index) => makeOrder({ sample, making, leg, index }))
  const ordersHash = hashOrders(orders.map((one, index) => legOf(one, sample.legs[index])))
  const fillHash = fillHashOf(sample, { ...making, ordersHash })
  return orders.map((one) => (one.order.fillHash === unbound ? bind(one, fillHash) : one))
}

function bind(one: SampleOrder, fillHash: Hash): SampleOrder {
  return one.kind === 'evm'
    ? { ...one, order: { ...one.order, fillHash } }
    : { ...one, order: { ...one.order, fillHash } }
}

function makeOrder(of: {
  sample: Sample
  making: Making
  leg: SampleLeg
  index: number
}): SampleOrder {
  const { sample, leg, index } = of
  const { id, tampering } = of.making
  const { depositSeconds, refundSeconds } = sampleNetwork.deadlines
  const terms = {
    fillId: id,
    amount: leg.amount,
    fee: leg.fee,
    depositDeadline: BigInt(sample.madeAt + depositSeconds),
    refundAfter: BigInt(sample.madeAt + refundSeconds),
    fillHash: unbound,
  }
  const place = placed(leg.assetType)
  if (place.kind === 'evm') {
    const { payee } = sampleNetwork.roles
    const feeReceiver = leg.app?.receiver ?? sampleNetwork.roles.feeReceiver
    const depositor = sampleAccount.accountAddress
    const order = { ...terms, depositor, token: place.asset.token, feeReceiver, payee }
    return { kind: 'evm', order: tampering.order?.(order, index) ?? order }
  }
  const { feeReceiver, payee } = place.chain.roles
  const depositor = sampleSolanaAccount.accountAddress
  const order = { ...terms, depositor, token: place.asset.token, feeReceiver, payee }
  return { kind: 'solana', order: tampering.solanaOrder?.(order, index) ?? order }
}

function legOf({ order }: SampleOrder, leg: SampleLeg | undefined): Leg {
  const { chain } = placed(leg?.assetType ?? 'eip155:0/slip44:60')
  const escrow: AccountAddress = chain.kind === 'evm' ? chain.contracts.originEscrow : chain.program
  return { ...order, chainId: chain.chainId, escrow }
}

function fillHashOf(sample: Sample, making: Making & { ordersHash: Hash }): Hash {
  const { id, ordersHash, tampering } = making
  const place = placed(sample.to.assetType)
  const terms = {
    fillId: id,
    ordersHash,
    minimumAmount: sample.to.minimumAmount,
    fillDeadline: BigInt(sample.madeAt + sampleNetwork.deadlines.fillSeconds),
  }
  if (place.kind === 'solana') {
    const { chainId, program, roles } = place.chain
    const delivery = { ...terms, recipient: receiverOf(sample), token: place.asset.token }
    const at = { chainId, program, solver: roles.solver, ...tampering.solanaDelivery }
    return hashSolanaFill(tampering.solanaFill?.(delivery) ?? delivery, at)
  }
  const { asset, chain } = place
  const delivery = { ...terms, recipient: evmReceiverOf(sample), token: asset.token }
  return hashFill(tampering.fill?.(delivery) ?? delivery, {
    chainNumber: tampering.delivery?.chainNumber ?? chain.chainNumber,
    settler: tampering.delivery?.settler ?? chain.contracts.destinationSettler,
    solver: tampering.delivery?.solver ?? sampleNetwork.roles.solver,
  })
}
