import { useEffect, useState } from 'react'

import { StoppedNote } from '../signing/StoppedNote.tsx'
import { useReviewers } from '../signing/useReviewers.ts'
import { ReviewStep } from './ReviewStep.tsx'
import { SwapDesk } from './SwapDesk.tsx'
import { useSwap } from './useSwap.ts'

/** Ask for a swap or transfer, review it, sign it. */
export function SwapPage() {
  const [isSigning, setSigning] = useState(false)
  const swap = useSwap({ isPaused: isSigning })
  const { search, setSearch, signers, shown } = swap
  // Risks are accepted for one form: what is typed next has to be looked at again.
  const formKey = JSON.stringify(swap.form.request ?? null)
  const [acceptedFor, setAcceptedFor] = useState<string>()
  const { stopped, begin, end } = useReviewers(search.isReview)
  const accepted = acceptedFor === formKey
  useEffect(() => {
    document.title = search.isReview ? 'Review and sign · Estuary' : 'Swap · Estuary'
  }, [search.isReview])

  function accept(isAccepted: boolean) {
    setAcceptedFor(isAccepted ? formKey : undefined)
  }
  function leaveReview() {
    setSigning(false)
    end()
    setSearch({ ...search, isReview: false })
  }
  if (search.isReview && shown && !stopped && shown.review.operations.length > 0)
    return (
      <ReviewStep
        key={JSON.stringify(signers)}
        swap={swap}
        live={shown}
        accepted={accepted}
        onAccept={accept}
        onBack={leaveReview}
        onSigning={setSigning}
      />
    )
  return (
    <>
      {stopped && <StoppedNote before={stopped} />}
      <SwapDesk
        swap={swap}
        accepted={accepted}
        onAccept={accept}
        onReview={() => {
          begin()
          setSearch({ ...search, isReview: true }, 'push')
        }}
      />
    </>
  )
}
