import { useEffect, useState } from 'react'

import { Note } from '../../components/Note.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { SwapDesk } from './SwapDesk.tsx'
import { useSwap } from './useSwap.ts'

/** Ask for a swap or transfer, review it, sign it. */
export function SwapPage() {
  const [isSigning, setSigning] = useState(false)
  const swap = useSwap({ isPaused: isSigning })
  const { search, setSearch, owner, shown } = swap
  // Risks are accepted for one form: what is typed next has to be looked at again.
  const formKey = JSON.stringify(swap.form.request ?? null)
  const [acceptedFor, setAcceptedFor] = useState<string>()
  const [reviewer, setReviewer] = useState<string>()
  const isSwitched = search.isReview && reviewer !== undefined && reviewer !== owner.key
  const accepted = acceptedFor === formKey
  useEffect(() => {
    document.title = search.isReview ? 'Review and sign · Estuary' : 'Swap · Estuary'
  }, [search.isReview])

  function accept(isAccepted: boolean) {
    setAcceptedFor(isAccepted ? formKey : undefined)
  }
  function leaveReview() {
    setSigning(false)
    setReviewer(undefined)
    setSearch({ ...search, isReview: false })
  }
  if (search.isReview && shown && !isSwitched && shown.review.operations.length > 0)
    return (
      <ReviewStep
        key={owner.key}
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
      {isSwitched && (
        <div className="mb-6">
          <Note tone="buff" isAlert title="The wallet changed its account">
            The review was stopped, because it was for another account. Nothing was sent.
          </Note>
        </div>
      )}
      <SwapDesk
        swap={swap}
        accepted={accepted}
        onAccept={accept}
        onReview={() => {
          setReviewer(owner.key)
          setSearch({ ...search, isReview: true }, 'push')
        }}
      />
    </>
  )
}
