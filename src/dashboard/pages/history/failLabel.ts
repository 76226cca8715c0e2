import { translate } from '../../language/translate.ts'
import { failReasonCopy } from '../../review/messages/failReasonCopy.ts'
import { describeStop } from '../describeStop.ts'
import type { HistoryRow } from './historyRow.ts'

/** Returns a fail reason as one line; an unknown reason is returned as received. */
export function getFailLabel(
  reason: string,
  row: Pick<HistoryRow, 'type' | 'paid' | 'destination'>,
): string {
  const copy = Object.entries(failReasonCopy).find(([name]) => name === reason)?.[1]
  if (!copy) return reason
  if (reason === 'UNKNOWN') return describeStop(row.type)
  const facts: Partial<Record<string, string>> = {
    origin: row.paid?.symbol ?? translate('the asset'),
    destinationChain: row.destination.name,
    account: translate('The account'),
    native: translate('native coin'),
  }
  const filled = copy.title.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
  return filled.replace(/ {2,}/g, ' ').trim()
}
