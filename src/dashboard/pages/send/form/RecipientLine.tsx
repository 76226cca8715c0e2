import { isSameAddress } from '#protocol/ids/caip.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { findContact } from '../../quoting/recipient/addressBook.ts'
import type { KnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import type { FoundName } from '../../quoting/recipient/useNameLookup.ts'
import { checkAcquaintance } from '../state/recipientChecks.ts'
import type { SendRecipient } from '../state/sendForm.ts'
import { SaveRecipient } from './SaveRecipient.tsx'

/** Whose address was entered, the whole of it to compare, and a name to save it under. */
export function RecipientLine(props: RecipientLine.Props) {
  const { recipient, known, found } = props
  const { address } = recipient
  const isOwn = recipient.isOwn || known.wallets.some((one) => isSameAddress(one, address))
  const contact = findContact(known.book, address)
  const { state, claim } = checkAcquaintance(recipient, known)
  const tone = { pass: 'text-ink', caution: 'text-buff', fail: 'text-flare', running: 'text-ink' }
  return (
    <div className="mt-3 text-sm">
      <p className={`text-base font-semibold ${tone[state]}`} aria-live="polite">
        {contact?.name ?? claim}
      </p>
      {contact && state !== 'pass' && <p className={tone[state]}>{claim}</p>}
      {found && <p className="text-ink-2">{translate('{name} on {service}', found)}</p>}
      {contact && contact.note !== '' && (
        <p className="text-ink-2">{translate('Note: {note}', { note: contact.note })}</p>
      )}
      <Address value={address} form="full" />
      {!contact && !isOwn && (
        <SaveRecipient key={address} address={address} known={known} name={found?.name} />
      )}
    </div>
  )
}

export declare namespace RecipientLine {
  type Props = {
    recipient: Extract<SendRecipient, { kind: 'valid' }>
    known: KnownRecipients
    found: FoundName | undefined
  }
}
