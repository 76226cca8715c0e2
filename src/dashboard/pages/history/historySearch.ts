import type { HistoryOrder } from '../../api/history.ts'
import type { SearchCodec } from '../../api/searchParameters.ts'

/** What the history page keeps in its address. */
export type HistorySearch = {
  order: HistoryOrder
  /** Whose executions, where accounts of both kinds are connected. */
  of: 'evm' | 'solana'
}

/** Reads and writes the address of the history page. */
export const historySearch: SearchCodec<HistorySearch> = {
  read(parameters) {
    return {
      order: parameters.get('sort') === 'updatedAt' ? 'updatedAt' : 'createdAt',
      of: parameters.get('account') === 'solana' ? 'solana' : 'evm',
    }
  },
  write({ order, of }) {
    return {
      sort: order === 'createdAt' ? undefined : order,
      account: of === 'evm' ? undefined : of,
    }
  },
}
