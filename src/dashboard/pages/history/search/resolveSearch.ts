import type { Network } from '#networks/network.ts'
import { AssetId, ChainId } from '#protocol/ids/caip.ts'
import { HistoryTerm } from '#protocol/status/historyFilters.ts'
import { ExecutionStatus, ExecutionType } from '#protocol/status/status.ts'
import type { HistoryFilter } from '../../../api/service/historyFilter.ts'
import { translate } from '../../../language/translate.ts'
import { getSpan, type HistorySearch } from './historySearch.ts'

/** What a typed text can name besides ids and addresses. */
export type SearchableNames = {
  /** Names by address. */
  addresses: ReadonlyMap<string, string>
  /** What calls made in this browser are called, by quote id. */
  calls: ReadonlyMap<string, string>
  network: Pick<Network, 'aggregates' | 'chains' | 'names'>
}

/** The question that a search asks the service, or why nothing can fit it. */
export type ResolvedSearch = { filter: HistoryFilter } | { problem: string }

/** The most terms that the service takes. */
const maxTerms = 20

/** Converts the page's search into a filter; values that are none are left out. */
export function resolveSearch(
  search: HistorySearch,
  names: SearchableNames & { nowMs: number },
): ResolvedSearch {
  const text = resolveText(search.text.trim(), names)
  if ('problem' in text) return text
  const asset = [...search.asset, ...(text.asset ?? [])].filter(
    (one) => AssetId.safeParse(one).success,
  )
  const chain = [...search.chain, ...(text.chain ?? [])].filter(
    (one) => ChainId.safeParse(one).success,
  )
  const status = search.status.flatMap((one) => ExecutionStatus.safeParse(one).data ?? [])
  const type = search.type.flatMap((one) => ExecutionType.safeParse(one).data ?? [])
  return {
    filter: {
      ...(status.length > 0 && { status }),
      ...(type.length > 0 && { type }),
      ...(asset.length > 0 && { asset }),
      ...(chain.length > 0 && { chain }),
      ...(text.terms && { search: text.terms }),
      ...getSpan(search, names.nowMs),
    },
  }
}

type ResolvedText =
  | { terms?: readonly string[]; asset?: readonly string[]; chain?: readonly string[] }
  | { problem: string }

/** A text is an id or address; else the name of an address or call; else of an asset or chain. */
function resolveText(text: string, names: SearchableNames): ResolvedText {
  if (text === '') return {}
  const term = HistoryTerm.safeParse(text)
  if (term.success) return { terms: [term.data] }
  const wanted = text.toLowerCase()
  const named = [...names.addresses, ...names.calls].filter(([, name]) =>
    name.toLowerCase().includes(wanted),
  )
  if (named.length > 0) return { terms: named.slice(0, maxTerms).map(([key]) => key) }
  const { aggregates, chains } = names.network
  const assets = aggregates.filter(
    ({ symbol, name, members }) =>
      symbol.toLowerCase() === wanted ||
      name.toLowerCase().startsWith(wanted) ||
      members.some((member) => member.symbol.toLowerCase() === wanted),
  )
  if (assets.length > 0) {
    const ids = assets.flatMap(({ aggregatedAssetId, members }) => [
      aggregatedAssetId,
      ...members.map(({ assetType }) => assetType),
    ])
    return { asset: ids.slice(0, maxTerms) }
  }
  const chain = chains.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  if (chain.length > 0) return { chain: chain.map(({ chainId }) => chainId) }
  return {
    problem: /^0x[0-9a-f]*$/i.test(text)
      ? translate('Enter the full address (0x and 40 digits), hash or quote ID (0x and 64 digits).')
      : translate('No account, contract call, asset or chain by that name.'),
  }
}
