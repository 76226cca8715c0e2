import type { SearchCodec } from '../../api/state/searchParameters.ts'

/** State that the balances page keeps in its URL. */
export type BalancesSearch = {
  /** Search text, matched against names, symbols and addresses. */
  text: string
  /** CAIP-2 id of the only chain shown. */
  chain: string | undefined
  /** Id of the unfolded aggregated asset. */
  open: string | undefined
}

/** Reads and writes the URL of the balances page. */
export const balancesSearch: SearchCodec<BalancesSearch> = {
  read(parameters) {
    return {
      text: parameters.get('q') ?? '',
      chain: parameters.get('chain') ?? undefined,
      open: parameters.get('open') ?? undefined,
    }
  },
  write({ text, chain, open }) {
    return { q: text === '' ? undefined : text, chain, open }
  },
}
