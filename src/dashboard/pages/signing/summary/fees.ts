import { type AssetType, isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import { findRootAsset, findRootChain } from '#dashboard/review/cases/roots.ts'
import type { OperationFacts } from '#dashboard/review/verifyQuote.ts'
import type { Fee, Fees } from '../../amounts/describeFees.ts'
import { type FeedPrices, priceAmount, type SummaryAmount } from './priceAmount.ts'

/** A fee of a quote, or what a pool keeps, with who gets it. */
export type SummaryFee = {
  id: string
  kind: Fee['kind'] | 'pool'
  chainName: string
  amount: SummaryAmount
  /** The address that is paid; undefined for what is inside the rate. */
  receiver: string | undefined
  /** Whether the receiver is the one that is pinned for this installation. */
  isPinned: boolean
}

/**
 * The fees of a quote, which the verifier holds equal to those inside the operations, with the
 * receivers that are signed; and the fee of each pool, which is in the rate and not in the total.
 */
export function findFees(
  { operations, fees }: { operations: readonly OperationFacts[]; fees: Fees | undefined },
  known: FeedPrices,
): readonly SummaryFee[] {
  const charged = (fees?.parts ?? []).flatMap((fee): SummaryFee[] => {
    const { assetType, kind, units, valueUsd } = fee
    const asset = findRootAsset(known.roots, assetType)
    if (!asset) return []
    const chain = findRootChain(known.roots, asset.chainId)
    const pinned =
      chain?.kind === 'solana' ? chain.roles.feeReceiver : known.roots.roles.feeReceiver
    const receivers = findServiceReceivers(operations, assetType)
    // If one of them is another, that one is named.
    const receiver =
      fee.receiver ?? receivers.find((one) => !isSameAddress(one, pinned)) ?? receivers[0]
    return [
      {
        id: kind + assetType,
        kind,
        chainName: chain?.name ?? asset.chainId,
        amount: { asset, units, valueUsd },
        receiver,
        isPinned: kind === 'service' && receiver !== undefined && isSameAddress(receiver, pinned),
      },
    ]
  })
  return [...charged, ...operations.flatMap((operation) => findPoolFee(operation, known))]
}

/** Who gets the service's fee in an asset; nobody where it is inside the rate. */
function findServiceReceivers(
  operations: readonly OperationFacts[],
  assetType: AssetType,
): readonly string[] {
  return operations.flatMap((operation) => {
    const out = operation.kind === 'evm' ? operation.feeOut : undefined
    const units = out?.units ?? operation.fee - (operation.appFee?.units ?? 0n)
    const paid = (out?.asset ?? operation.asset).assetType
    return units > 0n && isSameAsset(paid, assetType)
      ? (getFeeReceiver(operation, units) ?? [])
      : []
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
