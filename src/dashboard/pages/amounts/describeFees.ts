import { toUnits } from '#protocol/ids/amount.ts'
import { AssetType, isSameAsset, parseRecipient } from '#protocol/ids/caip.ts'
import type { QuoteFees } from '#protocol/quotes/quote.ts'

/** A fee in one asset. The service's covers network fees and the delivery. */
export type Fee = {
  kind: 'service' | 'app'
  assetType: AssetType
  units: bigint
  /** By the quote's prices; undefined where it has none of the asset. */
  valueUsd: number | undefined
  /** The app's address; the service's stands in the operations only. */
  receiver: string | undefined
}

/** What an exchange costs. */
export type Fees = {
  parts: readonly Fee[]
  totalUsd: number
  /** The total's share of what is paid; undefined where that has no value. */
  share: number | undefined
}

type Valued = { assetType: AssetType; amount?: string | undefined; fiatValue?: string | undefined }

/**
 * Describes the fees of a quote, or of an execution as signed or reported: the same on every page.
 * The service's and an app's count. A pool's fee is part of the rate, and nobody pays for gas besides.
 *
 * @returns Undefined where nobody says them.
 */
export function describeFees(of: {
  fees?: QuoteFees | undefined
  originToken: { fiatValue: readonly Valued[] }
  destinationToken: Valued
}): Fees | undefined {
  const { fees, originToken, destinationToken } = of
  if (!fees) return undefined
  const totalUsd = Number(fees.cumulativeUSD)
  const paidUsd = originToken.fiatValue.reduce((sum, { fiatValue }) => sum + Number(fiatValue), 0)
  // A fee of what arrives is valued like what arrives.
  const valued = [...originToken.fiatValue, destinationToken]
  const parts = Object.entries(fees.assets).flatMap(([id, amount]): Fee[] => {
    const assetType = AssetType.safeParse(id).data
    if (!assetType) return []
    const app = fees.app?.find((one) => isSameAsset(one.assetType, assetType))
    const appUnits = toUnits(app?.amount ?? '0')
    const receiver = app && parseRecipient(app.receiver)?.address
    const one = { assetType, receiver: undefined }
    return [
      { ...one, kind: 'service' as const, units: toUnits(amount) - appUnits },
      { ...one, kind: 'app' as const, units: appUnits, receiver },
    ].flatMap((fee) => (fee.units > 0n ? { ...fee, valueUsd: getValueUsd(fee, valued) } : []))
  })
  return { parts, totalUsd, share: paidUsd > 0 ? totalUsd / paidUsd : undefined }
}

/** The price at which the quote values the asset applies to its fee. */
function getValueUsd(
  { assetType, units }: Pick<Fee, 'assetType' | 'units'>,
  valued: readonly Valued[],
): number | undefined {
  const one = valued.find((other) => isSameAsset(other.assetType, assetType))
  const [whole, valueUsd] = [Number(one?.amount ?? 0), Number(one?.fiatValue ?? 0)]
  return whole > 0 && valueUsd > 0 ? (valueUsd * Number(units)) / whole : undefined
}
