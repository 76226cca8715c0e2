import type { HistoryOrder } from '../../api/service/history.ts'
import type { SearchCodec } from '../../api/state/searchParameters.ts'

/** State that the history page keeps in its URL. */
export type HistorySearch = {
  order: HistoryOrder
  /** Accounts to show, if both kinds are connected. */
  of: 'all' | 'evm' | 'solana'
}

const kinds = ['evm', 'solana'] as const

/** Reads and writes the URL of the history page. */
export const historySearch: SearchCodec<HistorySearch> = {
  read(parameters) {
    return {
      order: parameters.get('sort') === 'updatedAt' ? 'updatedAt' : 'createdAt',
      of: kinds.find((kind) => kind === parameters.get('account')) ?? 'all',
    }
  },
  write({ order, of }) {
    return {
      sort: order === 'createdAt' ? undefined : order,
      account: of === 'all' ? undefined : of,
    }
  },
}
