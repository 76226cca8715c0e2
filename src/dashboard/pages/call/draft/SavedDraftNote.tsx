import { RotateCcw } from 'lucide-react'

import { useUnansweredQuotes } from '#dashboard/api/state/openExecutions.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { translate } from '../../../language/translate.ts'
import { callSearch } from './callSearch.ts'
import type { RecoveryNotice } from './saved/draftStorage.ts'
import type { CallFormModel } from './useCallForm.ts'
import { isDraftSigned, isSameRequest } from './saved/useSavedDraft.ts'

/** Offers to continue or discard a call that was prepared but not executed. */
export function SavedDraftNote(props: SavedDraftNote.Props) {
  const { model } = props
  const { savedDraft, owner, setSearch } = model
  const { saved } = savedDraft
  const mayBeSent = useUnansweredQuotes().some(({ quoteId }) => quoteId === saved?.quoted?.quote.id)
  if (!saved) return null
  const isSigned = isDraftSigned(saved, owner.address)
  // The form's main button leads to it already.
  if (!isSigned && isSameRequest(saved, model.form.request)) return null
  function resume() {
    if (!saved) return
    const search = callSearch.read(new URLSearchParams(saved.search))
    setSearch(search, { entered: saved.entered, isReview: true, how: 'push' })
  }
  return (
    <div className="mb-5">
      <Note
        tone="channel"
        icon={RotateCcw}
        title={
          isSigned ? translate('You have a signed call') : translate('You have a prepared call')
        }
        action={
          <>
            <Button size="sm" variant="primary" onClick={resume}>
              {translate('Continue')}
            </Button>
            <Button size="sm" onClick={savedDraft.discard}>
              {translate('Discard')}
            </Button>
          </>
        }
      >
        {mayBeSent
          ? translate(
              'It was sent, but the service hasn’t confirmed it. Continue where you left off.',
            )
          : translate('It wasn’t sent, so nothing moved. Continue where you left off.')}
      </Note>
    </div>
  )
}

export declare namespace SavedDraftNote {
  type Props = { model: CallFormModel }
}

const noticeTexts: Record<RecoveryNotice, { title: string; body: string }> = {
  expired: {
    title: translate('Your prepared call expired'),
    body: translate(
      'It expired while this page was closed, and its signature with it. Nothing was sent.',
    ),
  },
  quoteExpired: {
    title: translate('The payment quote expired'),
    body: translate(
      'It expired while this page was closed. The call you signed is still valid: get a new quote for it.',
    ),
  },
  broken: {
    title: translate('Your saved call was discarded'),
    body: translate('It no longer passes its checks. Nothing was sent.'),
  },
}

/** Says what part of a saved call was discarded while recovering it. */
export function RecoveryNote(props: { notice: RecoveryNotice | undefined }) {
  const { notice } = props
  if (!notice) return null
  const { title, body } = noticeTexts[notice]
  return (
    <div className="mb-5">
      <Note tone="buff" isAlert title={title}>
        {body}
      </Note>
    </div>
  )
}
