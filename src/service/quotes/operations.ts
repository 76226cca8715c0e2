import { describeFailure } from '#chains/solana/programFailure.ts'
import type {
  AssetAmount,
  Chain,
  OperationAction,
  OperationIntent,
  PreparedOperation,
} from '#chains/chain.ts'
import type { Account } from '#protocol/account.ts'
import { chainOf, escrowOf, rolesOn } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import { type AnyOrder, evmFill } from '#protocol/anyOrder.ts'
import {
  type AccountAddress,
  type ChainId,
  EvmAddress,
  evmChainNumber,
  splitAssetType,
} from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import type { ChainOperation } from '#protocol/operation.ts'
import { hashCallFill, hashFill, hashOrders, type Leg } from '#protocol/order.ts'
import { hashSolanaFill, nativeMint } from '#protocol/solanaOrder.ts'
import type { Asset } from '../assetIndex.ts'
import { ServiceError } from '../ServiceError.ts'
import { checkPayees } from './checkPayees.ts'
import type { Plan } from './plans.ts'
import { isRentPriced } from './quoteId.ts'
import { lifeSeconds } from './rates.ts'
import type { LegTerms } from './terms.ts'

/** What is fixed about a quote before its operations are built. */
export type QuoteTerms = {
  id: Hash
  plan: Plan
  legs: readonly LegTerms[]
  recipient: AccountAddress
  minimumAmount: bigint
  /** Unix seconds from which all deadlines count. */
  startsAt: bigint
  /** The prepared call that the deposits pay for; absent when something is delivered. */
  call?: { prepareId: Hash; account: EvmAddress; lent: readonly AssetAmount[] }
}

/** Stands for the native coin in orders. */
const nativeToken = '0x0000000000000000000000000000000000000000'

/**
 * Builds and tries out the origin operations of a quote, all chains at once.
 *
 * @throws ServiceError SIMULATION_FAILED when one would revert now, NO_ROUTE when a deposit could not be
 *   paid out; ChainUnavailable underneath whatever a chain threw.
 */
export async function buildOperations(
  terms: QuoteTerms,
  options: { network: Network; chains: ReadonlyMap<ChainId, Chain> },
): Promise<readonly ChainOperation[]> {
  const orders = terms.plan.kind === 'deposit' ? ordersOf(terms, options.network) : []
  const payable = checkPayees(terms.plan, options)
  const operations = Promise.all(
    terms.legs.map(async (leg, index) => {
      const { asset } = leg.draw
      const chain = options.chains.get(asset.chainId)
      if (!chain) throw new Error(`${asset.chainId} has no adapter.`)
      const action = actionOf(terms, { network: options.network, order: orders[index] })
      const prepared = await chain.prepareOperation(
        intentOf(terms, { leg, index, action, network: options.network }),
      )
      return operationIn(prepared, asset.chainId)
    }),
  )
  await Promise.all([payable, operations])
  return operations
}

/**
 * Builds the operation of generation 1 by which the account shows up on the destination chain: it
 * makes the account there and moves nothing, so that signing it is never needed. Signed, it goes to
 * the chain before the delivery: what is delivered then finds the account there.
 *
 * @throws ServiceError SIMULATION_FAILED; ChainUnavailable underneath whatever the chain threw.
 * Source: specification section 4.1; decisions, "Quotes".
 */
export async function buildDestinationOperation(
  terms: QuoteTerms,
  options: { network: Network; chain: Chain; account: Account; isFirst: boolean; amount: bigint },
): Promise<ChainOperation> {
  const { network, chain, account, isFirst, amount } = options
  const prepared = await chain.prepareOperation({
    quoteId: terms.id,
    index: terms.legs.length,
    account,
    isFirst,
    assetType: terms.plan.destination.assetType,
    amount,
    fee: 0n,
    validUntil: terms.startsAt + BigInt(network.deadlines.fillSeconds),
    action: { kind: 'none' },
  })
  return operationIn(prepared, chain.chainId)
}

/**
 * When a quote is over, Unix seconds: what somebody signs on Solana has to land while its blockhash
 * lives. Source: decisions, "Quotes".
 */
export function expiryOf(
  { legs, startsAt }: Pick<QuoteTerms, 'legs' | 'startsAt'>,
  { deadlines }: Pick<Network, 'deadlines'>,
): bigint {
  const chainIds = legs.map(({ draw }) => draw.asset.chainId)
  return startsAt + lifeSeconds(chainIds, deadlines.quoteSeconds)
}

function operationIn(prepared: PreparedOperation, chainId: ChainId): ChainOperation {
  if ('operation' in prepared) return prepared.operation
  throw new ServiceError(
    'SIMULATION_FAILED',
    `The operation on ${chainId} would fail now: ${describeFailure(prepared.revertData) ?? `revert data ${prepared.revertData}`}.`,
  )
}

function intentOf(
  terms: QuoteTerms,
  options: { leg: LegTerms; index: number; action: OperationAction; network: Network },
): OperationIntent {
  const { leg, index, action, network } = options
  return {
    quoteId: terms.id,
    index,
    account: leg.draw.account,
    isFirst: leg.draw.isFirst,
    assetType: leg.draw.asset.assetType,
    amount: leg.amount,
    fee: leg.fee,
    validUntil: terms.startsAt + BigInt(network.deadlines.depositSeconds),
    action,
  }
}

function actionOf(
  terms: QuoteTerms,
  { network, order }: { network: Network; order: AnyOrder | undefined },
): OperationAction {
  const { id, plan, recipient, minimumAmount } = terms
  const { feeReceiver } = rolesOn(network, plan.destination.chainId)
  switch (plan.kind) {
    case 'deposit':
      if (!order) throw new Error('A deposit without an order.')
      return { kind: 'deposit', order }
    case 'transfer':
      return { kind: 'transfer', recipient, feeReceiver, makesAccount: isRentPriced(id) }
    case 'convert':
      return { kind: 'convert', to: plan.destination.assetType, recipient, feeReceiver }
    case 'swap':
      return {
        kind: 'swap',
        to: plan.destination.assetType,
        poolFee: plan.pool?.fee ?? 0,
        minimumOut: minimumAmount,
        recipient,
        feeReceiver,
      }
  }
}

/** One order for each draw, all bound to the same delivery. Source: security rule 3. */
function ordersOf(terms: QuoteTerms, network: Network): readonly AnyOrder[] {
  const { id, call, legs, startsAt } = terms
  const unsealed = legs.map((leg) => legOf(leg, { network, startsAt }))
  const fillHash = fillHashOf(terms, { network, ordersHash: hashOrders(unsealed) })
  return unsealed.map(({ chainId: _chain, escrow: _escrow, ...order }) => ({
    ...order,
    fillId: call?.prepareId ?? id,
    fillHash,
  }))
}

/** What must happen on the destination chain before the deposits are paid out. */
function fillHashOf(
  { id, plan, recipient, minimumAmount, startsAt, call }: QuoteTerms,
  { network, ordersHash }: { network: Network; ordersHash: Hash },
): Hash {
  const chain = chainOf(network, plan.destination.chainId)
  const deadline = startsAt + BigInt(network.deadlines.fillSeconds)
  const fill = {
    fillId: id,
    ordersHash,
    recipient,
    token: tokenOf(plan.destination),
    minimumAmount,
    fillDeadline: deadline,
  }
  if (chain.kind === 'solana') {
    const { chainId, program, roles } = chain
    return hashSolanaFill(fill, { chainId, program, solver: roles.solver })
  }
  const at = {
    chainNumber: evmChainNumber(chain.chainId) ?? 0,
    settler: chain.contracts.destinationSettler,
    solver: network.roles.solver,
  }
  if (!call) return hashFill(evmFill(fill), at)
  const { prepareId, account, lent } = call
  const tokens = lent.map(({ assetType }) => EvmAddress.parse(tokenOf({ assetType })))
  const amounts = lent.map(({ amount }) => amount)
  return hashCallFill({ prepareId, ordersHash, account, tokens, amounts, deadline }, at)
}

function legOf(
  { draw, amount, fee }: LegTerms,
  { network, startsAt }: { network: Network; startsAt: bigint },
): Leg {
  const { deadlines } = network
  const { chainId } = draw.asset
  const { feeReceiver, payee } = rolesOn(network, chainId)
  return {
    chainId,
    escrow: escrowOf(chainOf(network, chainId)),
    depositor: draw.account.accountAddress,
    token: tokenOf(draw.asset),
    amount,
    fee,
    feeReceiver,
    payee,
    depositDeadline: startsAt + BigInt(deadlines.depositSeconds),
    refundAfter: startsAt + BigInt(deadlines.refundSeconds),
  }
}

/** The token's contract or mint, or what stands for the native coin of its ecosystem. */
function tokenOf({ assetType }: Pick<Asset, 'assetType'>): AccountAddress {
  const { namespace, reference, chainId } = splitAssetType(assetType)
  if (namespace !== 'slip44') return reference
  return evmChainNumber(chainId) === undefined ? nativeMint : nativeToken
}
