import { failReasonCopy } from '../../review/messages/failReasonCopy.ts'
import type { HistoryRow } from './historyRow.ts'

const labels = { SWAP: 'swap', TRANSFER: 'transfer', CALL: 'contract call' } as const

/** Returns a fail reason as one line; an unknown reason is returned as received. */
export function getFailLabel(
  reason: string,
  row: Pick<HistoryRow, 'type' | 'paid' | 'destination'>,
): string {
  const copy = Object.entries(failReasonCopy).find(([name]) => name === reason)?.[1]
  if (!copy) return reason
  const facts: Partial<Record<string, string>> = {
    type: labels[row.type],
    origin: row.paid?.symbol ?? 'the asset',
    destinationChain: row.destination.name,
    account: 'The account',
    native: 'native coin',
  }
  const filled = copy.title.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
  return filled.replace(/ {2,}/g, ' ').trim()
}
