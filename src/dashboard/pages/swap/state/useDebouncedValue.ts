import { useEffect, useState } from 'react'

/**
 * Returns a value once it has not changed for `delayMs`, and whether a change is pending.
 *
 * @param key - Identifies the value: values with the same key are equal.
 */
export function useDebouncedValue<value>(
  value: value,
  options: { key: string; delayMs: number },
): { debounced: value; isPending: boolean } {
  const { key, delayMs: quietMs } = options
  const [settled, setSettled] = useState({ key, value })
  useEffect(() => {
    if (settled.key === key) return undefined
    const timer = setTimeout(() => setSettled({ key, value }), quietMs)
    return () => clearTimeout(timer)
  }, [key, quietMs, settled.key, value])
  return { debounced: settled.value, isPending: settled.key !== key }
}
