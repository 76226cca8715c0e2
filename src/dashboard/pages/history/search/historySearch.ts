import { toAddressKey } from '#protocol/accounts/account.ts'
import type { HistoryOrder } from '../../../api/service/historyFilter.ts'
import type { SearchCodec } from '../../../api/state/searchParameters.ts'

/** State that the history page keeps in its URL. */
export type HistorySearch = {
  order: HistoryOrder
  /** What is typed in the search field. */
  text: string
  status: readonly string[]
  type: readonly string[]
  /** Aggregated ids. */
  asset: readonly string[]
  /** CAIP-2 ids. */
  chain: readonly string[]
  /** Addresses of own accounts, or the kind `evm` or `solana`; empty for all. */
  account: readonly string[]
  period: Period
  /** First and last day of an own period, `2026-11-21`; empty for no limit. */
  from: string
  to: string
  /** Quote id of the execution in the drawer; empty when it is closed. */
  open: string
}

/** A span of days up to now; `days` has a first and a last day of its own. */
export type Period = 'all' | 'today' | 'week' | 'month' | 'year' | 'days'

/** The filters that are lists of values. */
export type ListFilter = 'status' | 'type' | 'asset' | 'chain' | 'account'

const periods: readonly Period[] = ['today', 'week', 'month', 'year', 'days']
const maxText = 120

/** Reads and writes the URL of the history page. */
export const historySearch: SearchCodec<HistorySearch> = {
  read(parameters) {
    return {
      order: parameters.get('sort') === 'updatedAt' ? 'updatedAt' : 'createdAt',
      text: (parameters.get('q') ?? '').slice(0, maxText),
      status: readList(parameters.get('status')),
      type: readList(parameters.get('type')),
      asset: readList(parameters.get('asset')),
      chain: readList(parameters.get('chain')),
      account: readList(parameters.get('account')),
      period: periods.find((period) => period === parameters.get('period')) ?? 'all',
      from: readDay(parameters.get('from')),
      to: readDay(parameters.get('to')),
      open: parameters.get('open') ?? '',
    }
  },
  write(search) {
    const { order, text, status, type, asset, chain, account, period, from, to, open } = search
    return {
      q: text,
      sort: order === 'createdAt' ? undefined : order,
      account: account.join(),
      status: status.join(),
      type: type.join(),
      asset: asset.join(),
      chain: chain.join(),
      period: period === 'all' ? undefined : period,
      from: period === 'days' ? from : undefined,
      to: period === 'days' ? to : undefined,
      open,
    }
  },
}

/** Returns the search without any filter; the order and what is open stay. */
export function clearFilters(search: HistorySearch): HistorySearch {
  const { order, open } = search
  return { ...historySearch.read(new URLSearchParams()), order, open }
}

/** Whether anything narrows the history. */
export function isFiltered(search: HistorySearch): boolean {
  const { order: _, open: __, ...rest } = historySearch.write(search)
  return Object.values({ ...rest, sort: undefined }).some(
    (value) => value !== undefined && value !== '',
  )
}

/** Returns the accounts that a search shows; values that name none of them count for nothing. */
export function chooseShown<account extends { key: string; isSolana: boolean }>(
  own: readonly account[],
  { account }: Pick<HistorySearch, 'account'>,
): readonly account[] {
  const hasBoth = own.some(({ isSolana }) => isSolana) && own.some(({ isSolana }) => !isSolana)
  const wanted = account.map(toAddressKey)
  const shown = own.filter(
    ({ key, isSolana }) =>
      wanted.includes(key) || (hasBoth && wanted.includes(isSolana ? 'solana' : 'evm')),
  )
  return shown.length === 0 ? own : shown
}

/** Returns the span of a period in Unix milliseconds, by the days of this browser's time zone. */
export function getSpan(
  { period, from, to }: Pick<HistorySearch, 'period' | 'from' | 'to'>,
  nowMs: number,
): { sinceMs?: number; untilMs?: number } {
  const now = new Date(nowMs)
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  switch (period) {
    case 'all':
      return {}
    case 'today':
      return { sinceMs: new Date(year, month, day).getTime() }
    case 'week':
      return { sinceMs: new Date(year, month, day - 6).getTime() }
    case 'month':
      return { sinceMs: new Date(year, month, day - 29).getTime() }
    case 'year':
      return { sinceMs: new Date(year, 0, 1).getTime() }
    case 'days':
      return {
        ...(from !== '' && { sinceMs: toDayStart(from, 0) }),
        ...(to !== '' && { untilMs: toDayStart(to, 1) }),
      }
  }
}

function toDayStart(text: string, daysLater: number): number {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, day + daysLater).getTime()
}

function readList(text: string | null): readonly string[] {
  return [...new Set((text ?? '').split(',').filter((value) => value !== ''))].slice(0, 20)
}

function readDay(text: string | null): string {
  const isDay = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay ? text : ''
}
