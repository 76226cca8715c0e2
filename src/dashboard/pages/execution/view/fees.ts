import { type AssetType, isSameAddress, isSameAsset, parseRecipient } from '#protocol/ids/caip.ts'
import { getRoles } from '#networks/getChain.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { sumUsd } from '#dashboard/components/amounts/worth.ts'
import { type ChainAmount, toAssetType, toChainAmount } from './chainAmount.ts'
import type { ExecutionSources } from './executionSources.ts'
import type { AmountSource, KnownLeg } from './knownAmounts.ts'

/** What of the paid amount goes to the fee receiver. */
export type ExecutionFees = {
  /** One for each asset that pays. */
  parts: readonly ChainAmount[]
  /** Whether they are paid of what arrives. */
  isOfReceived: boolean
  /** Their value by the quote's prices; undefined if that of a part is. */
  valueUsd: number | undefined
  /** Addresses of apps that got a part. */
  apps: readonly string[]
  source: Exclude<AmountSource, 'service'>
}

type Fee = { assetType: AssetType; units: bigint }

/**
 * Returns the fees as this browser signed them, else as the escrows' deposits hold them. The service
 * does not report them, so that there is no third source.
 */
export function getKnownFees(
  sources: ExecutionSources,
  legs: readonly KnownLeg[],
): ExecutionFees | undefined {
  const signed = getSignedFees(sources)
  const fees = signed ?? getDepositedFees(sources)
  if (!fees || fees.every(({ units }) => units === 0n)) return undefined
  const parts = fees.map(({ assetType, units }) => {
    const valueUsd = getFeeUsd({ assetType, units }, legs)
    return toChainAmount(sources, { assetType, amount: String(units), valueUsd })
  })
  return {
    parts,
    isOfReceived: !fees.some((fee) =>
      legs.some((leg) => isSameAsset(leg.assetType, fee.assetType)),
    ),
    valueUsd: sumUsd(parts.map(({ valueUsd }) => valueUsd)),
    apps: signed ? getSignedApps(sources) : getDepositedApps(sources),
    source: signed ? 'signed' : 'chain',
  }
}

function getSignedApps({ signedQuote }: ExecutionSources): readonly string[] {
  const quote = signedQuote?.quote
  const fees = isRecord(quote) ? Quote.shape.fees.safeParse(quote['fees']).data : undefined
  const receivers = fees?.app?.flatMap(({ receiver }) => parseRecipient(receiver)?.address ?? [])
  return [...new Set(receivers)]
}

/** Who got the fees of deposits that the pinned receiver did not get. */
function getDepositedApps({
  network,
  trace,
  status,
  own = [],
}: ExecutionSources): readonly string[] {
  const payers = status ? [status.user, ...own] : own
  const receivers = (trace?.events ?? []).flatMap((event) => {
    if (event.kind !== 'deposited' || event.order.fee === 0n) return []
    const { depositor, feeReceiver } = event.order
    const isPinned = isSameAddress(feeReceiver, getRoles(network, event.chainId).feeReceiver)
    return !isPinned && payers.some((payer) => isSameAddress(payer, depositor)) ? [feeReceiver] : []
  })
  return [...new Set(receivers)]
}

function getSignedFees({ signedQuote }: ExecutionSources): readonly Fee[] | undefined {
  const quote = signedQuote?.quote
  const fees = isRecord(quote) ? Quote.shape.fees.safeParse(quote['fees']).data : undefined
  const paid = isRecord(quote) ? Quote.shape.originToken.safeParse(quote['originToken']).data : null
  const received = isRecord(quote)
    ? Quote.shape.destinationToken.safeParse(quote['destinationToken']).data
    : undefined
  if (!fees || !paid) return undefined
  // A token on no list that is sold pays the fee of what arrives.
  const assetTypes = new Set([...paid.assetType, ...(received ? [received.assetType] : [])])
  return [...assetTypes].flatMap((assetType) => {
    const amount = fees.assets[assetType]
    return amount === undefined ? [] : [{ assetType, units: toUnits(amount) }]
  })
}

function getDepositedFees({ trace, status, own = [] }: ExecutionSources): readonly Fee[] {
  const payers = status ? [status.user, ...own] : own
  const deposits = (trace?.events ?? []).flatMap((event) =>
    event.kind === 'deposited' &&
    payers.some((payer) => isSameAddress(payer, event.order.depositor))
      ? [{ assetType: toAssetType(event.chainId, event.order.token), units: event.order.fee }]
      : [],
  )
  return deposits.reduce<readonly Fee[]>((sum, one) => {
    const known = sum.find((other) => isSameAsset(other.assetType, one.assetType))
    const others = sum.filter((other) => other !== known)
    return [...others, { ...one, units: one.units + (known?.units ?? 0n) }]
  }, [])
}

/** The quote's price of the leg's asset applies to its fee. */
function getFeeUsd({ assetType, units }: Fee, legs: readonly KnownLeg[]): number | undefined {
  const leg = legs.find((one) => isSameAsset(one.assetType, assetType))
  const paid = toUnits(leg?.amount ?? '0')
  return leg?.valueUsd === undefined || paid === 0n
    ? undefined
    : (leg.valueUsd * Number(units)) / Number(paid)
}
