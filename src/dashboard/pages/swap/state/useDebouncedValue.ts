import { useEffect, useState } from 'react'

/**
 * A value once it has been the same for `quietMs`, and whether it still moves.
 *
 * @param key - What tells two values apart.
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
