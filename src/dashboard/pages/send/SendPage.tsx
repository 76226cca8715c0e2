import { useState } from 'react'

import { translate } from '../../language/translate.ts'
import { useLeaveUnreadable } from '../quoting/review/useLeaveUnreadable.ts'
import { useReviewParts } from '../quoting/useReviewParts.ts'
import { StoppedNote } from '../signing/StoppedNote.tsx'
import { useConfirmations } from '../signing/useConfirmations.ts'
import { useReviewers } from '../signing/useReviewers.ts'
import { usePageTitle } from '../usePageTitle.ts'
import { SendView } from './SendView.tsx'
import { useSend } from './state/useSend.ts'
import { Address } from '../../components/status/Address.tsx'
import { findContact } from '../quoting/recipient/addressBook.ts'
import type { KnownRecipients } from '../quoting/recipient/useKnownRecipients.ts'
import type { QuoteView } from '../quoting/quoteView.ts'
import { ReviewTitle } from '../signing/ReviewTitle.tsx'
import type { SendRecipient } from './state/sendForm.ts'
import { SendSentence } from './quote/SendSentence.tsx'

/** Sends an asset to a recipient: the form, then the review and the signatures. */
export function SendPage() {
  const [isSigning, setSigning] = useState(false)
  const send = useSend({ isPaused: isSigning })
  const { search, setSearch, isReview, signers, shown } = send
  // Risks are accepted for one form: after a change they have to be accepted again.
  const confirmations = useConfirmations(JSON.stringify(send.form.request ?? null))
  const { stopped, begin, end } = useReviewers(isReview)
  const parts = useReviewParts(isReview)
  usePageTitle(isReview ? translate('Review and sign') : translate('Send'))

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
        model={send}
        renderHead={(view) => (
          <SendReviewHead
            view={view}
            recipient={send.form.recipient}
            known={send.known}
            onBack={leaveReview}
          />
        )}
        live={shown}
        confirmations={confirmations}
        onBack={leaveReview}
        onSigning={setSigning}
      />
    )
  return (
    <>
      {stopped && <StoppedNote before={stopped} />}
      <SendView
        send={send}
        confirmations={confirmations}
        onReview={() => {
          begin()
          setSearch(search, { isReview: true, how: 'push' })
        }}
      />
    </>
  )
}

/** Summary of what is signed: what arrives, what is paid for it, and who gets it. */
function SendReviewHead(props: SendReviewHead.Props) {
  const { view, recipient, known, onBack } = props
  const address = recipient.kind === 'valid' ? recipient.address : ''
  const contact = findContact(known.book, address)
  return (
    <div className="mb-6">
      <ReviewTitle title={translate('Review and sign')} back={translate('Send')} onBack={onBack} />
      <p className="mt-1 text-ink-2">
        <SendSentence view={view} />
      </p>
      <div className="mt-2 text-sm">
        {contact && <strong className="block font-semibold">{contact.name}</strong>}
        <Address value={address} form="full" />
      </div>
    </div>
  )
}

declare namespace SendReviewHead {
  type Props = {
    view: QuoteView
    /** The recipient that was asked for. */
    recipient: SendRecipient
    known: KnownRecipients
    onBack: () => void
  }
}
