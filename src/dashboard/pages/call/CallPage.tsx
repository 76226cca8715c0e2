import { Suspense, useEffect } from 'react'

import { translate } from '../../language/translate.ts'
import { StoppedNote } from '../signing/StoppedNote.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import { CallFormView } from './editor/CallFormView.tsx'
import { useCallForm } from './draft/useCallForm.ts'
import { lazyComponent } from '../../components/lazyComponent.tsx'

const CallReview = lazyComponent(async () => (await loadReview()).CallReview)

/** Contract call: write the calls, sign them, pay for them from any chain. */
export function CallPage() {
  const model = useCallForm()
  const isReview = model?.isReview === true
  usePageTitle(isReview ? translate('Review and sign') : translate('Contract call'))
  const isNext = model?.isPreparing === true || isReview
  useEffect(() => {
    if (isNext) void loadReview()
  }, [isNext])
  if (!model) return null
  const { search, prepared, setSearch, stopped } = model
  if (isReview && prepared && !stopped)
    return (
      <Suspense fallback={<CallFormView model={model} />}>
        <CallReview
          key={prepared.prepared.tamperProofSignature}
          model={model}
          received={prepared}
          onBack={() => setSearch(search, { isReview: false })}
        />
      </Suspense>
    )
  return (
    <>
      {stopped && <StoppedNote before={stopped} />}
      <CallFormView model={model} />
    </>
  )
}

/** The review is loaded while the service prepares. */
function loadReview() {
  return import('./review/CallReview.tsx')
}
