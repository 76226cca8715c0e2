import { rescale } from '#protocol/ids/amount.ts'
import { type AccountAddress, type ChainId, parseRecipient } from '#protocol/ids/caip.ts'
import { sumUsd } from '#dashboard/components/amounts/worth.ts'
import { findRootAsset } from '#dashboard/review/cases/roots.ts'
import {
  getSourceAccount,
  type OperationFacts,
  type Review,
} from '#dashboard/review/verifyQuote.ts'
import { getRateOfDearer, type Rate } from '../../amounts/rate.ts'
import { findDeadline } from './expectedTime.ts'
import { describeFees } from '../../amounts/describeFees.ts'
import { findFees, type SummaryFee } from './fees.ts'
import { type FeedPrices, priceAmount, type SummaryAmount } from './priceAmount.ts'

/** What an account pays on a chain, fee included. */
export type PaidAmount = SummaryAmount & { account: AccountAddress }

/** What a buyer wants to know of a quote, from what is signed wherever that says it. */
export type Summary = {
  /** Largest first. */
  paid: readonly PaidAmount[]
  /** Their sum; undefined when they are not all of one kind. */
  total:
    | {
        units: bigint
        decimals: number
        symbol: string
        valueUsd: number | undefined
        isUnlisted?: boolean
      }
    | undefined
  /** What the service promises; undefined when nothing is delivered, or of an unknown asset. */
  received: SummaryAmount | undefined
  /** What arrives at least, or nothing is paid. */
  minimum: SummaryAmount | undefined
  /** Whether what is paid is held in escrow until it is delivered, and comes back otherwise. */
  isHeld: boolean
  recipient: { address: AccountAddress; chainId: ChainId } | undefined
  /** Price of the dearer of both tokens in the other, fees included. */
  rate: Rate | undefined
  fees: readonly SummaryFee[]
  /** The total of all but what pools keep, as on every page; undefined without feeds to check it by. */
  feesUsd: number | undefined
  /** The total's share of what is paid. */
  feeShare: number | undefined
}

/** Builds the summary of a verified quote; undefined while nothing of it could be read. */
export function buildSummary(review: Review, known: FeedPrices): Summary | undefined {
  const { quote, operations } = review
  if (!quote || operations.length === 0) return undefined
  const { destinationToken: token } = quote
  const paid = operations
    .map((operation): PaidAmount => ({
      ...priceAmount(operation.asset, { units: getSpentUnits(operation), known }),
      account: getSourceAccount(operation),
    }))
    .toSorted((a, b) => (b.valueUsd ?? 0) - (a.valueUsd ?? 0))
  const asset = findRootAsset(known.roots, token.assetType)
  const received = asset && priceAmount(asset, { units: BigInt(token.amount), known })
  const total = sumPaid(paid)
  const fees = describeFees(quote)
  const isChecked = known.prices !== undefined
  return {
    paid,
    total,
    received,
    minimum: asset && priceAmount(asset, { units: BigInt(token.minimumAmount), known }),
    isHeld: findDeadline(operations)?.kind === 'refund',
    recipient: parseRecipient(token.recipientAccount),
    rate: received && getRateOfDearer(total, { ...received.asset, units: received.units }),
    fees: findFees({ operations, fees }, known),
    feesUsd: isChecked ? (fees?.totalUsd ?? 0) : undefined,
    feeShare: isChecked ? fees?.share : undefined,
  }
}

/** What an operation takes from its account: the amount and the fee. */
export function getSpentUnits({ amount, fee }: OperationFacts): bigint {
  return amount + fee
}

function sumPaid(paid: readonly PaidAmount[]): Summary['total'] {
  const [first] = paid
  if (!first || paid.some(({ asset }) => asset.aggregatedAssetId !== first.asset.aggregatedAssetId))
    return undefined
  const decimals = Math.max(...paid.map(({ asset }) => asset.decimals))
  return {
    units: paid.reduce(
      (sum, { units, asset }) => sum + rescale(units, { from: asset.decimals, to: decimals }),
      0n,
    ),
    decimals,
    symbol: first.asset.symbol,
    ...(first.asset.isUnlisted && { isUnlisted: true }),
    valueUsd: sumUsd(paid.map(({ valueUsd }) => valueUsd)),
  }
}
