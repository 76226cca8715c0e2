import type { EvmNetworkChain } from '#networks/network.ts'
import { getEvmChainNumber, isSameAddress } from '#protocol/ids/caip.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import { hashOrder } from '#protocol/orders/order.ts'
import type { CallTerms, EvmEcosystem, LegTerms } from '../../ports/settlementChain.ts'
import { nativeToken } from '../operation/accountCalls.ts'
import { type CallFact, decodeOperation } from '../operation/decodeOperation.ts'
import { getTokenAddress } from '../assets/readBalances.ts'

/** Who gets fees: the service, and the app of an API key if there is one. */
type FeeReceivers = { feeReceiver: string; appReceiver?: string | undefined }

/**
 * Decodes what an origin operation commits to, from its call data alone.
 *
 * @returns Undefined for a batch the service does not build: not starting with this chain's guard,
 *   an unknown call, another escrow, or more than one deposit.
 */
export function readTerms(
  operation: EvmChainOperation,
  options: { chain: EvmNetworkChain } & FeeReceivers,
): LegTerms<EvmEcosystem> | undefined {
  const { chain, feeReceiver, appReceiver } = options
  const [guard, ...facts] = decodeOperation(operation.userOp.callData) ?? []
  if (guard?.kind !== 'guard' || !isSameAddress(guard.guard, chain.contracts.validityGuard))
    return undefined
  if (facts.some(({ kind }) => kind === 'unknown' || kind === 'guard')) return undefined
  const common = {
    sender: operation.userOp.sender,
    nonce: BigInt(operation.userOp.nonce),
    validUntil: guard.validUntil,
  }
  const deposits = facts.filter((fact) => fact.kind === 'deposit')
  const [deposit] = deposits
  if (!deposit)
    return {
      ...common,
      spends: getSum(facts.map((fact) => getSpent(fact, operation))),
      ...readFees(facts, { operation, feeReceiver, appReceiver }),
      ...readFeeOut(facts, { chain, feeReceiver }),
    }
  const escrow = chain.contracts.originEscrow
  if (deposits.length > 1 || !isSameAddress(deposit.escrow, escrow)) return undefined
  const { order } = deposit
  return {
    ...common,
    spends: order.amount + order.fee,
    fee: order.fee,
    ...(isPaidTo(order.feeReceiver, appReceiver) && order.fee > 0n && { appFee: order.fee }),
    deposit: {
      order,
      orderHash: hashOrder(order, { chainNumber: getEvmChainNumber(chain.chainId) ?? 0, escrow }),
      escrow,
    },
  }
}

/**
 * Decodes what a contract call's operation commits to, from its call data alone.
 *
 * @returns Undefined for a batch the service does not build: not starting with this chain's guard,
 *   or with a pull from another settler or anywhere but before the calls.
 */
export function readCall(
  operation: EvmChainOperation,
  { contracts }: EvmNetworkChain,
): CallTerms | undefined {
  const [guard, ...facts] = decodeOperation(operation.userOp.callData) ?? []
  if (guard?.kind !== 'guard' || !isSameAddress(guard.guard, contracts.validityGuard))
    return undefined
  const [first, ...others] = facts
  if (others.some(({ kind }) => kind === 'pull')) return undefined
  const { validAfter, validUntil } = guard
  const { sender, nonce } = operation.userOp
  const common = { sender, nonce: BigInt(nonce), validAfter, validUntil }
  if (first?.kind !== 'pull') return common
  if (!isSameAddress(first.settler, contracts.destinationSettler)) return undefined
  const { prepareId, solver, tokens, amounts } = first
  return { ...common, pull: { prepareId, solver, tokens, amounts } }
}

/** Amount a call transfers out of the account, in the operation's asset. */
function getSpent(fact: CallFact, operation: EvmChainOperation): bigint {
  const token = getTokenAddress(operation.assetType) ?? nativeToken
  switch (fact.kind) {
    case 'transfer':
      return isSameAddress(fact.token, token) ? fact.amount : 0n
    case 'swap':
      return fact.amountIn
    case 'wrap':
      return token === nativeToken ? fact.amount : 0n
    case 'unwrap':
      return isSameAddress(fact.token, token) ? fact.amount : 0n
    case 'guard':
    case 'watch':
    case 'receipt':
    case 'approval':
    case 'deposit':
    case 'pull':
    case 'unknown':
      return 0n
  }
}

/** A fee paid of what a swap brings in: its last call, a transfer of the token that it buys. */
function readFeeOut(
  facts: readonly CallFact[],
  { chain, feeReceiver }: { chain: EvmNetworkChain; feeReceiver: string },
): { feeOut?: bigint } {
  const swap = facts.find(({ kind }) => kind === 'swap')
  const last = facts.at(-1)
  if (swap?.kind !== 'swap' || last?.kind !== 'transfer') return {}
  const paid = last.token === nativeToken ? chain.contracts.wrappedNative : last.token
  const isOut = isSameAddress(paid, swap.tokenOut) && !isSameAddress(paid, swap.tokenIn)
  return isOut && isPaidTo(last.recipient, feeReceiver) ? { feeOut: last.amount } : {}
}

/** The last transfers, if they go to fee receiver and app, in this order, after something else. */
function readFees(
  facts: readonly CallFact[],
  { operation, feeReceiver, appReceiver }: { operation: EvmChainOperation } & FeeReceivers,
): { fee: bigint; appFee?: bigint } {
  const moves = facts.filter(({ kind }) => kind !== 'approval')
  const appFee = takeLast(appReceiver)
  const fee = takeLast(feeReceiver) + appFee
  return appFee > 0n ? { fee, appFee } : { fee }

  function takeLast(receiver: string | undefined): bigint {
    const last = moves.at(-1)
    if (moves.length < 2 || last?.kind !== 'transfer') return 0n
    if (!isPaidTo(last.recipient, receiver)) return 0n
    moves.pop()
    return getSpent(last, operation)
  }
}

function isPaidTo(recipient: string, receiver: string | undefined): boolean {
  return receiver !== undefined && isSameAddress(recipient, receiver)
}

function getSum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
