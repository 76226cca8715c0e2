import { translate } from '../../../language/translate.ts'
import { kindSentences } from '../accountLabels.ts'
import type { AccountRow } from './useAccountRows.ts'

/** What an account is, in one plain sentence. */
export function describeRow(row: AccountRow): string {
  switch (row.kind) {
    case 'evm':
      return kindSentences[row.entry.kind]
    case 'solana':
      return translate('Your address on Solana. Its wallet signs there.')
    case 'watched':
      return translate('Only to look at. Nothing here can be spent or signed.')
  }
}
