import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildRepeatLink } from '../links/buildRepeatLink.ts'
import type { NamedAmount } from '../amounts/sumPaidAmount.ts'
import type { ExecutionView } from './view/executionView.ts'

/**
 * Returns the form with the same request, to ask again or to send again.
 *
 * @param record - Undefined while the service does not know the execution.
 * @param options.isOtherAsset - Whether what arrives is to be chosen anew.
 */
export function buildRetryHref(
  view: Pick<ExecutionView, 'call' | 'isToOther' | 'type'> & {
    paid: NamedAmount | undefined
    received: NamedAmount | undefined
  },
  record: HistoryRecord | undefined,
  options: { isOtherAsset?: boolean } = {},
): string {
  const { call, paid, received, isToOther } = view
  if (call) return call.search === undefined ? '/call' : `/call?${call.search}`
  if (!record) return view.type === 'TRANSFER' ? '/send' : '/swap'
  return buildRepeatLink(record, {
    paid,
    received,
    isToOther,
    without: options.isOtherAsset ? 'asset' : undefined,
  })
}
