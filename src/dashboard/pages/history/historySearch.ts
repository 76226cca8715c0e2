import type { HistoryOrder } from '../../api/history.ts'
import type { SearchCodec } from '../../api/searchParameters.ts'

/** What the history page keeps in its address. */
export type HistorySearch = { order: HistoryOrder }

/** Reads and writes the address of the history page. */
export const historySearch: SearchCodec<HistorySearch> = {
  read(parameters) {
    return { order: parameters.get('sort') === 'updatedAt' ? 'updatedAt' : 'createdAt' }
  },
  write({ order }) {
    return { sort: order === 'createdAt' ? undefined : order }
  },
}
