import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'

import { searchText } from '../../api/searchParameters.ts'
import { type CallSearch, callSearch } from './callSearch.ts'

/** Servers refuse longer request lines: what is longer stands behind the `#`, which is never sent. */
const longestQuery = 4000

/** The form in the page's address, however long its ABI and data are. */
export function useCallSearch(): [
  CallSearch,
  (next: CallSearch, how?: 'replace' | 'push') => void,
] {
  const [path, navigate] = useLocation()
  const text = useLocationProperty(readAddress)
  const search = useMemo(() => callSearch.read(new URLSearchParams(text)), [text])
  const change = useCallback(
    (next: CallSearch, how: 'replace' | 'push' = 'replace') => {
      const query = searchText(callSearch, next)
      const mark = query.length > longestQuery ? '#' : '?'
      navigate(query === '' ? path : `${path}${mark}${query}`, { replace: how === 'replace' })
    },
    [navigate, path],
  )
  return [search, change]
}

function readAddress(): string {
  const { search, hash } = window.location
  return search.length > 1 ? search.slice(1) : hash.slice(1)
}
