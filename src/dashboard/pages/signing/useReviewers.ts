import { useState } from 'react'

import {
  isSameSigners,
  type SignerKeys,
  useSignerKeys,
} from '../../wallets/accounts/useSignerKeys.ts'

/** The keys with which a review was opened, compared with those in use. */
export type Reviewers = {
  /** The keys at its start, if others are in use now. */
  stopped: SignerKeys | undefined
  /** Starts a review with the keys in use. */
  begin: () => void
  end: () => void
}

/** Watches the signing keys during a review; one that is reopened by a reload has none. */
export function useReviewers(isReview: boolean): Reviewers {
  const now = useSignerKeys()
  const [before, setBefore] = useState<SignerKeys>()
  return {
    stopped: isReview && before && !isSameSigners(before, now) ? before : undefined,
    begin: () => setBefore(now),
    end: () => setBefore(undefined),
  }
}
