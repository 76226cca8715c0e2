/**
 * Caches the latest result of `load`, so that concurrent callers share one request.
 *
 * @param load - Called at most once at a time.
 * @param options.freshMs - Results up to this age are returned as they are.
 * @param options.staleMs - Results up to this age are returned while a new one is loaded; 0 by
 *   default, so that callers wait for the new one.
 * @returns A function that returns the result, or throws what `load` threw.
 */
export function cacheLatest<value>(
  load: () => Promise<value>,
  options: { freshMs: number; staleMs?: number },
): () => Promise<value> {
  let kept: { value: value; atMs: number } | undefined
  let loading: Promise<value> | undefined
  return async () => {
    const ageMs = kept ? performance.now() - kept.atMs : Infinity
    if (kept && ageMs < options.freshMs) return kept.value
    loading ??= refresh()
    if (!kept || ageMs >= (options.staleMs ?? 0)) return loading
    // Later callers see the error; until the result is stale they get the old one.
    loading.catch(() => undefined)
    return kept.value
  }

  async function refresh(): Promise<value> {
    const atMs = performance.now()
    try {
      const value = await load()
      kept = { value, atMs }
      return value
    } finally {
      loading = undefined
    }
  }
}
