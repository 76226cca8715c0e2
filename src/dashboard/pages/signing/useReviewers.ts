import { useState } from 'react'

import {
  isSameSigners,
  type SignerKeys,
  useSignerKeys,
} from '../../wallets/accounts/useSignerKeys.ts'

/** Who a review began with, and whether they are still who would sign. */
export type Reviewers = {
  /** The keys that it began with, if others are in use now. */
  stopped: SignerKeys | undefined
  /** A review begins, with the keys in use. */
  begin: () => void
  end: () => void
}

/** Watches the keys in use over a review; one that a reload opens again begins with none. */
export function useReviewers(isReview: boolean): Reviewers {
  const now = useSignerKeys()
  const [before, setBefore] = useState<SignerKeys>()
  return {
    stopped: isReview && before && !isSameSigners(before, now) ? before : undefined,
    begin: () => setBefore(now),
    end: () => setBefore(undefined),
  }
}
