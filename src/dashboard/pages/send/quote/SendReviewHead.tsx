import { Address } from '#dashboard/components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { findContact } from '../../quoting/recipient/addressBook.ts'
import type { KnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import type { QuoteView } from '../../quoting/quoteView.ts'
import { ReviewTitle } from '../../signing/ReviewTitle.tsx'
import type { SendRecipient } from '../state/sendForm.ts'
import { SendSentence } from './SendSentence.tsx'

/** Summary of what is signed: what arrives, what is paid for it, and who gets it. */
export function SendReviewHead(props: SendReviewHead.Props) {
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

export declare namespace SendReviewHead {
  type Props = {
    view: QuoteView
    /** The recipient that was asked for. */
    recipient: SendRecipient
    known: KnownRecipients
    onBack: () => void
  }
}
