import { translate } from '../../language/translate.ts'
import { StoppedNote } from '../signing/StoppedNote.tsx'
import { usePageTitle } from '../usePageTitle.ts'
import { CallFormView } from './editor/CallFormView.tsx'
import { CallReview } from './review/CallReview.tsx'
import { useCallForm } from './draft/useCallForm.ts'

/** Contract call: write the calls, sign them, pay for them from any chain. */
export function CallPage() {
  const model = useCallForm()
  const isReview = model?.isReview === true
  usePageTitle(isReview ? translate('Review and sign') : translate('Contract call'))
  if (!model) return null
  const { search, prepared, setSearch, stopped } = model
  if (isReview && prepared && !stopped)
    return (
      <CallReview
        key={prepared.prepared.tamperProofSignature}
        model={model}
        received={prepared}
        onBack={() => setSearch(search, { isReview: false })}
      />
    )
  return (
    <>
      {stopped && <StoppedNote before={stopped} />}
      <CallFormView model={model} />
    </>
  )
}
