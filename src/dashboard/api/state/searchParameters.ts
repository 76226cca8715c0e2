import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'

/** Converts a page's state to and from its address. */
export type SearchCodec<state> = {
  /** Reads a state; missing and invalid parameters become defaults, never an error. */
  read: (parameters: URLSearchParams) => state
  /** Writes a state; undefined leaves a parameter out, as for defaults. */
  write: (state: state) => Record<string, string | undefined>
}

/**
 * The page's state in the address, and a function that changes it. The state survives a reload and
 * can be shared; with `push`, the back button steps through its changes.
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

/** The query of a state, for links; without `?`, and empty when everything is default. */
export function buildSearchText<state>(codec: SearchCodec<state>, state: state): string {
  const entries = Object.entries(codec.write(state)).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  return new URLSearchParams(entries).toString()
}
