import { isSameAddress } from '#protocol/ids/caip.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import type { OperationFacts, Review } from '#dashboard/review/verifyQuote.ts'
import { type FeedPrices, priceAmount, type SummaryAmount } from './priceAmount.ts'

/** A fee, with who gets it. */
export type SummaryFee = {
  id: string
  kind: 'service' | 'app' | 'kept' | 'pool' | 'gas'
  chainName: string
  /** Undefined for gas that somebody else pays. */
  amount: SummaryAmount | undefined
  /** The address that is paid, or pays; undefined for what is inside the rate. */
  receiver: string | undefined
  /** Whether the receiver is the one that is pinned for this installation. */
  isPinned: boolean
}

/** Whether a fee is part of the total: what a pool keeps is in the rate, and gas is paid by others. */
export function isCharged({ kind }: SummaryFee): boolean {
  return kind !== 'pool' && kind !== 'gas'
}

/**
 * The fees inside the operations, as they are signed: the service's, an app's, a pool's, and gas. What
 * the service keeps inside the rate is as the quote says.
 */
export function findFees(
  { operations, quote }: Pick<Review, 'operations' | 'quote'>,
  known: FeedPrices,
): readonly SummaryFee[] {
  return [
    ...operations.flatMap((operation) => findServiceFee(operation, known)),
    ...operations.flatMap((operation) => findAppFee(operation, known)),
    ...findKeptFees({ operations, quote }, known),
    ...operations.flatMap((operation) => findPoolFee(operation, known)),
    ...operations.flatMap((operation, index) => findGas(operation, { operations, index })),
  ]
}

function findServiceFee(operation: OperationFacts, known: FeedPrices): SummaryFee[] {
  const { chain, index } = operation
  const out = operation.kind === 'evm' ? operation.feeOut : undefined
  const fee = out?.units ?? getServiceUnits(operation)
  if (fee === 0n) return []
  const asset = out?.asset ?? operation.asset
  const receiver = getFeeReceiver(operation, fee)
  const pinned = chain.kind === 'solana' ? chain.roles.feeReceiver : known.roots.roles.feeReceiver
  return [
    {
      id: `service${index}`,
      kind: 'service',
      chainName: chain.name,
      amount: priceAmount(asset, { units: fee, known }),
      receiver,
      isPinned: receiver !== undefined && isSameAddress(receiver, pinned),
    },
  ]
}

function getServiceUnits({ fee, appFee }: OperationFacts): bigint {
  return fee - (appFee?.units ?? 0n)
}

/** The app's address is what the quote names; it is no part of an installation. */
function findAppFee(
  { asset, appFee, chain, index }: OperationFacts,
  known: FeedPrices,
): SummaryFee[] {
  if (!appFee) return []
  const { units, receiver } = appFee
  const amount = priceAmount(asset, { units, known })
  return [
    { id: `app${index}`, kind: 'app', chainName: chain.name, amount, receiver, isPinned: false },
  ]
}

/** The service's own fee on deposits whose order pays an app: it is inside their amounts. */
function findKeptFees(
  { operations, quote }: Pick<Review, 'operations' | 'quote'>,
  known: FeedPrices,
): SummaryFee[] {
  const charging = operations.filter(({ appFee }) => appFee)
  const assets = new Map(charging.map(({ asset, chain }) => [asset.assetType, { asset, chain }]))
  return [...assets].flatMap(([assetType, { asset, chain }]) => {
    const inside = operations
      .filter((one) => one.asset.assetType === assetType)
      .reduce((sum, { fee }) => sum + fee, 0n)
    const units = toUnits(quote?.fees?.assets[assetType] ?? '0') - inside
    if (units <= 0n) return []
    const amount = priceAmount(asset, { units, known })
    const id = `kept${assetType}`
    return [
      { id, kind: 'kept', chainName: chain.name, amount, receiver: undefined, isPinned: true },
    ]
  })
}

/** The address that the operation itself names for the service's fee. */
function getFeeReceiver(operation: OperationFacts, fee: bigint): string | undefined {
  if (operation.kind === 'solana') {
    const { facts } = operation
    const open = facts.find((fact) => fact.name === 'open')
    if (open) return open.order.feeReceiver
    const at = facts.findLastIndex((fact) => fact.name === 'transfer' && fact.units === fee)
    const [made, payment] = [facts[at - 1], facts[at]]
    // Tokens are sent to a token account; its owner is who is paid.
    if (made?.name === 'createTokenAccount') return made.account.owner
    return payment?.name === 'transfer' ? payment.to : undefined
  }
  const deposit = operation.calls.find((call) => call.kind === 'deposit')
  if (deposit) return deposit.order.feeReceiver
  const payment = operation.calls.findLast(
    (call) => call.kind === 'transfer' && call.amount === fee,
  )
  return payment?.kind === 'transfer' ? payment.recipient : undefined
}

/** Pools take their fee out of what is swapped, so it is part of the rate. Smallest units. */
export function getPoolFee(operation: OperationFacts): bigint {
  const calls = operation.kind === 'solana' ? [] : operation.calls
  const swap = calls.find((call) => call.kind === 'swap')
  return swap ? (swap.amountIn * BigInt(swap.poolFee)) / 1_000_000n : 0n
}

function findPoolFee(operation: OperationFacts, known: FeedPrices): SummaryFee[] {
  const units = getPoolFee(operation)
  if (units === 0n) return []
  const { asset, chain, index } = operation
  return [
    {
      id: `pool${index}`,
      kind: 'pool',
      chainName: chain.name,
      amount: priceAmount(asset, { units, known }),
      receiver: undefined,
      isPinned: true,
    },
  ]
}

/** The sponsor of an operation's gas; each chain once. */
function findGas(
  operation: OperationFacts,
  { operations, index }: { operations: readonly OperationFacts[]; index: number },
): SummaryFee[] {
  const { chain } = operation
  const isAgain = operations
    .slice(0, index)
    .some((earlier) => earlier.chain.chainId === chain.chainId)
  if (isAgain) return []
  const payer = operation.kind === 'solana' ? operation.feePayer : operation.userOp.paymaster
  const pinned = chain.kind === 'solana' ? chain.roles.executor : chain.contracts.paymaster
  return [
    {
      id: `gas${chain.chainId}`,
      kind: 'gas',
      chainName: chain.name,
      amount: undefined,
      receiver: payer,
      isPinned: payer !== undefined && isSameAddress(payer, pinned),
    },
  ]
}
