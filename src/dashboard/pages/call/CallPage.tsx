import { useEffect } from 'react'

import { Note } from '../../components/Note.tsx'
import { CallDeskView } from './CallDeskView.tsx'
import { CallReview } from './CallReview.tsx'
import { useCallDesk } from './useCallDesk.ts'

/** Call any contract: write the calls, sign them, pay for them from any chain. */
export function CallPage() {
  const desk = useCallDesk()
  const isReview = desk?.search.isReview === true
  useEffect(() => {
    document.title = isReview ? 'Review and sign · Estuary' : 'Contract call · Estuary'
  }, [isReview])
  if (!desk) return null
  const { search, prepared, setSearch, isSwitched } = desk
  if (isReview && prepared && !isSwitched)
    return (
      <CallReview
        key={prepared.prepared.tamperProofSignature}
        desk={desk}
        received={prepared}
        onBack={() => setSearch({ ...search, isReview: false })}
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
      <CallDeskView desk={desk} />
    </>
  )
}
