import { translate } from '../../../language/translate.ts'
import { kindSentences } from '../accountLabels.ts'
import type { AccountRow } from './useAccountRows.ts'

/** What an account is, in one plain sentence. */
export function describeRow(row: AccountRow): string {
  switch (row.kind) {
    case 'evm':
      return kindSentences[row.entry.kind]
    case 'solana':
      return translate('Your Solana address. Its wallet signs for it.')
    case 'watched':
      return translate('Watch-only. You can’t spend or sign with it.')
  }
}
