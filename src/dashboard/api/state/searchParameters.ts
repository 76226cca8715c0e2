import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

/** How a page's state stands in its address: read leniently, written without defaults. */
export type SearchCodec<state> = {
  /** The state of an address; what is missing or wrong becomes its default, never an error. */
  read: (parameters: URLSearchParams) => state
  /** The parameters of a state; undefined leaves one out. */
  write: (state: state) => Record<string, string | undefined>
}

/**
 * The page's state in the address, typed by its codec, and how to change it. It survives reload,
 * can be shared, and the back button steps through it when `push` is asked for.
 */
export function useSearchParameters<state>(
  codec: SearchCodec<state>,
): [state, (next: state, how?: 'replace' | 'push') => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const state = useMemo(() => codec.read(new URLSearchParams(search)), [codec, search])
  const change = useCallback(
    (next: state, how: 'replace' | 'push' = 'replace') => {
      const text = buildSearchText(codec, next)
      navigate(text === '' ? path : `${path}?${text}`, { replace: how === 'replace' })
    },
    [codec, navigate, path],
  )
  return [state, change]
}

/** The query text of a state, for links: without `?`, empty when all is default. */
export function buildSearchText<state>(codec: SearchCodec<state>, state: state): string {
  const entries = Object.entries(codec.write(state)).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  return new URLSearchParams(entries).toString()
}
