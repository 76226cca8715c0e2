import { useEffect } from 'react'

import { StoppedNote } from '../signing/StoppedNote.tsx'
import { CallDeskView } from './editor/CallDeskView.tsx'
import { CallReview } from './review/CallReview.tsx'
import { useCallDesk } from './draft/useCallDesk.ts'

/** Call any contract: write the calls, sign them, pay for them from any chain. */
export function CallPage() {
  const desk = useCallDesk()
  const isReview = desk?.isReview === true
  useEffect(() => {
    document.title = isReview ? 'Review and sign · Estuary' : 'Contract call · Estuary'
  }, [isReview])
  if (!desk) return null
  const { search, prepared, setSearch, stopped } = desk
  if (isReview && prepared && !stopped)
    return (
      <CallReview
        key={prepared.prepared.tamperProofSignature}
        desk={desk}
        received={prepared}
        onBack={() => setSearch(search, { isReview: false })}
      />
    )
  return (
    <>
      {stopped && <StoppedNote before={stopped} />}
      <CallDeskView desk={desk} />
    </>
  )
}
