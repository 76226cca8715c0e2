import { Address } from '#dashboard/components/status/Address.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { translate } from '../../../language/translate.ts'
import { findContact } from '../../quoting/recipient/addressBook.ts'
import type { KnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import { checkAcquaintance } from '../state/recipientChecks.ts'
import type { SendRecipient } from '../state/sendForm.ts'

/** Whose address was entered, and the whole of it to compare. */
export function RecipientLine(props: RecipientLine.Props) {
  const { recipient, known, onSave } = props
  const { address, isOwn } = recipient
  const contact = findContact(known.book, address)
  const { state, claim } = checkAcquaintance(recipient, known)
  const tone = { pass: 'text-ink', caution: 'text-buff', fail: 'text-flare', running: 'text-ink' }
  return (
    <div className="mt-3 text-sm">
      <div className="flex items-center justify-between gap-4">
        <p className={`text-base font-semibold ${tone[state]}`} aria-live="polite">
          {contact?.name ?? claim}
        </p>
        {!contact && !isOwn && (
          <Button size="sm" className="shrink-0" onClick={onSave}>
            {translate('Save')}
          </Button>
        )}
      </div>
      {contact && contact.note !== '' && <p className="text-ink-2">{contact.note}</p>}
      <Address value={address} form="full" />
    </div>
  )
}

export declare namespace RecipientLine {
  type Props = {
    recipient: Extract<SendRecipient, { kind: 'valid' }>
    known: KnownRecipients
    /** Opens the address book to save it. */
    onSave: () => void
  }
}
