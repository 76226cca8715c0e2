import type { SearchCodec } from '../../api/state/searchParameters.ts'

/** What the balances page keeps in its address. */
export type BalancesSearch = {
  /** Search text over names, symbols and addresses. */
  text: string
  /** CAIP-2 id of the only chain shown. */
  chain: string | undefined
  /** Aggregated asset whose chains are shown. */
  open: string | undefined
}

/** Reads and writes the address of the balances page. */
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
