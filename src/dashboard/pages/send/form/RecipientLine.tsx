import { Address } from '#dashboard/components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { findContact } from '../../quoting/recipient/addressBook.ts'
import type { KnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import { checkAcquaintance } from '../state/recipientChecks.ts'
import type { SendRecipient } from '../state/sendForm.ts'
import { SaveRecipient } from './SaveRecipient.tsx'

/** Whose address was entered, the whole of it to compare, and a name to save it under. */
export function RecipientLine(props: RecipientLine.Props) {
  const { recipient, known, name } = props
  const { address, isOwn } = recipient
  const contact = findContact(known.book, address)
  const { state, claim } = checkAcquaintance(recipient, known)
  const tone = { pass: 'text-ink', caution: 'text-buff', fail: 'text-flare', running: 'text-ink' }
  return (
    <div className="mt-3 text-sm">
      <p className={`text-base font-semibold ${tone[state]}`} aria-live="polite">
        {contact?.name ?? claim}
      </p>
      {name !== undefined && <p className="text-ink-2">{translate('{name} on ENS', { name })}</p>}
      {contact && contact.note !== '' && <p className="text-ink-2">{contact.note}</p>}
      <Address value={address} form="full" />
      {!contact && !isOwn && (
        <SaveRecipient key={address} address={address} known={known} name={name} />
      )}
    </div>
  )
}

export declare namespace RecipientLine {
  type Props = {
    recipient: Extract<SendRecipient, { kind: 'valid' }>
    known: KnownRecipients
    /** The name that it was found by. */
    name: string | undefined
  }
}
