import { useEffect, useEffectEvent } from 'react'

import type { ShownQuote } from '../liveQuote.ts'

/**
 * Leaves a review when the next quote has no operation that can be read, so that the one after it is not
 * taken for what was reviewed. Source: pages, "Changed quote after review".
 */
export function useLeaveUnreadable(
  shown: ShownQuote | undefined,
  { isReview, leave }: { isReview: boolean; leave: () => void },
): void {
  const isUnreadable = isReview && shown?.review.operations.length === 0
  const leaveNow = useEffectEvent(leave)
  useEffect(() => {
    if (isUnreadable) leaveNow()
  }, [isUnreadable])
}
