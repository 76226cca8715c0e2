import { useState } from 'react'

import type { QuoteErrorMessage } from '../describeQuoteError.ts'

/**
 * Remembers the most that can be moved where all that is held was asked for and the service says
 * that dust stays: it costs more to move than it is worth.
 *
 * @param key - What the answer depends on, such as the assets and what is held.
 * @returns The most, in the smallest unit of what is paid, and what learns it from a refusal.
 */
export function useMost(
  key: string,
): [most: bigint | undefined, learn: (error: QuoteErrorMessage | undefined) => void] {
  const [known, setKnown] = useState<{ key: string; most: bigint }>()
  const most = known?.key === key ? known.most : undefined
  function learn(error: QuoteErrorMessage | undefined): void {
    if (error?.most !== undefined && error.most !== most) setKnown({ key, most: error.most })
  }
  return [most, learn]
}
