/**
 * Keeps the latest answer of `load`, so that many who ask at once cost one request.
 *
 * @param load - Asks for the answer; one call at a time.
 * @param options.freshMs - Within this age the answer is given as it is.
 * @param options.staleMs - Within this age the answer is given too, while a new one is fetched; 0
 *   unless given: then whoever asks waits for the new one.
 * @returns A function that gives the answer, or throws what `load` threw.
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
    // Whoever asks after the stale time meets the failure; until then the old answer serves.
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
