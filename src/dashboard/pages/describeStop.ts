import type { HistoryRecord } from '#protocol/status/status.ts'
import { translate } from '../language/translate.ts'

const stops = {
  SWAP: translate('Something stopped this swap'),
  TRANSFER: translate('Something stopped this transfer'),
  CALL: translate('Something stopped this call'),
} satisfies Record<HistoryRecord['type'], string>

/** Says that an execution failed for a reason that nobody named. */
export function describeStop(type: HistoryRecord['type']): string {
  return stops[type]
}
