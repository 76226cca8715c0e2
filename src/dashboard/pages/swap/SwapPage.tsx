import { useState } from 'react'

import { translate } from '../../language/translate.ts'
import { StoppedNote } from '../signing/StoppedNote.tsx'
import { useConfirmations } from '../signing/useConfirmations.ts'
import { useReviewers } from '../signing/useReviewers.ts'
import { usePageTitle } from '../usePageTitle.ts'
import { useLeaveUnreadable } from '../quoting/review/useLeaveUnreadable.ts'
import { useReviewParts } from '../quoting/useReviewParts.ts'
import { ReviewHead } from './review/ReviewHead.tsx'
import { SwapView } from './SwapView.tsx'
import { useSwap } from './state/useSwap.ts'

/** Swap or transfer: the form, then the review and the signatures. */
export function SwapPage() {
  const [isSigning, setSigning] = useState(false)
  const swap = useSwap({ isPaused: isSigning })
  const { search, setSearch, isReview, signers, shown } = swap
  // Risks are accepted for one form: after a change they have to be accepted again.
  const confirmations = useConfirmations(JSON.stringify(swap.form.request ?? null))
  const { stopped, begin, end } = useReviewers(isReview)
  const parts = useReviewParts(isReview)
  usePageTitle(isReview ? translate('Review and sign') : translate('Swap'))

  function leaveReview() {
    setSigning(false)
    end()
    setSearch(search, { isReview: false })
  }
  useLeaveUnreadable(shown, { isReview, leave: leaveReview })
  if (isReview && parts && shown && !stopped && shown.review.operations.length > 0)
    return (
      <parts.ReviewStep
        key={JSON.stringify(signers)}
        model={swap}
        renderHead={(view) => <ReviewHead view={view} form={swap.form} onBack={leaveReview} />}
        live={shown}
        confirmations={confirmations}
        onBack={leaveReview}
        onSigning={setSigning}
      />
    )
  return (
    <>
      {stopped && <StoppedNote before={stopped} />}
      <SwapView
        swap={swap}
        confirmations={confirmations}
        onReview={() => {
          begin()
          setSearch(search, { isReview: true, how: 'push' })
        }}
      />
    </>
  )
}
