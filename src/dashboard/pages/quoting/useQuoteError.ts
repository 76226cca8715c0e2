import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

type Asked = Pick<UseQueryResult, 'error' | 'failureReason' | 'isSuccess' | 'isPlaceholderData'>

/**
 * Returns why this request has no answer. The error is kept while the request is retried, as each
 * attempt may take as long as the timeout of a chain.
 */
export function useQuoteError(
  { error, failureReason, isSuccess, isPlaceholderData }: Asked,
  request: unknown,
): Error | null {
  const [before, setBefore] = useState<{ request: unknown; error: Error }>()
  const isOpen = request !== undefined && (!isSuccess || isPlaceholderData)
  const now = error ?? (isOpen ? failureReason : null)
  if (now && (before?.error !== now || before.request !== request))
    setBefore({ request, error: now })
  if (now) return now
  return isOpen && before?.request === request ? before.error : null
}
