import { useEffect, useState } from 'react'

/** Quotes are requested once the form has not changed for this long. */
export const quoteDelayMs = 350

/**
 * Returns a value once it has not changed for `delayMs`, and whether a change is pending.
 *
 * @param key - Identifies the value: values with the same key are equal.
 */
export function useDebouncedValue<Value>(
  value: Value,
  options: { key: string; delayMs: number },
): { debounced: Value; isPending: boolean } {
  const { key, delayMs } = options
  const [settled, setSettled] = useState({ key, value })
  useEffect(() => {
    if (settled.key === key) return undefined
    const timer = setTimeout(() => setSettled({ key, value }), delayMs)
    return () => clearTimeout(timer)
  }, [key, delayMs, settled.key, value])
  return { debounced: settled.value, isPending: settled.key !== key }
}
