import { formatAmount } from '#protocol/ids/amount.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildSendLink } from './buildSendLink.ts'
import type { NamedAmount } from '../amounts/sumPaidAmount.ts'

/**
 * Returns the form that asks for the same as a swap or a transfer: a transfer by what arrives, a swap
 * by what is paid. A part that has to be entered anew is left out.
 *
 * @param of.isToOther - Whether the recipient has to be named.
 */
export function buildRepeatLink(
  { type, originToken, destinationToken }: HistoryRecord,
  of: {
    paid: NamedAmount | undefined
    received: NamedAmount | undefined
    isToOther: boolean
    without?: 'asset' | undefined
  },
): string {
  const { paid, received, isToOther, without } = of
  const from = getAskedAsset(originToken.aggregatedAssetId, originToken.assetType[0])
  const asset = getAskedAsset(destinationToken.aggregatedAssetId, destinationToken.assetType)
  const to = without === 'asset' ? undefined : asset
  const { recipientAccount } = destinationToken
  if (type === 'TRANSFER')
    return buildSendLink({ asset: to, amount: toText(received), to: recipientAccount })
  const amount = toText(paid)
  const search = new URLSearchParams({
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(amount !== undefined && { amount }),
    ...(isToOther && recipientAccount !== undefined && { recipient: recipientAccount }),
  })
  return `/swap?${search.toString()}`
}

/** The aggregate, or the one asset on one chain that was asked for. */
function getAskedAsset(aggregatedAssetId: string, assetType: string | undefined) {
  return aggregatedAssetId.endsWith(':single') ? assetType : aggregatedAssetId
}

function toText(amount: NamedAmount | undefined): string | undefined {
  return amount && formatAmount(amount.units, amount.decimals)
}
