import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { describeTooLong } from '#dashboard/components/forms/fieldProblems.ts'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { Address } from '#dashboard/components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { type Contact, maxNameLength, maxNoteLength } from '../recipient/addressBook.ts'
import type { KnownRecipients } from '../recipient/useKnownRecipients.ts'
import { useContactDraft } from './useContactDraft.ts'

const input = 'w-full min-w-0 bg-transparent outline-none'

/** Adds a recipient to the address book, or edits one. */
export function ContactForm(props: ContactForm.Props) {
  const { known, contact, onDone } = props
  const { draft, setDraft, problem, hasTried, failure, save } = useContactDraft(
    {
      name: contact?.name ?? '',
      note: contact?.note ?? '',
      address: contact?.address ?? '',
    },
    { known, edited: contact, onSaved: onDone },
  )
  const read = readPastedAddress(draft.address)
  // While the address is typed only what is typed is judged.
  const shown = hasTried || (problem?.field === 'address' && draft.address.length >= 32)
  function getError(field: 'name' | 'address'): string | undefined {
    return shown && problem?.field === field ? problem.text : undefined
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Field
        label={translate('Name')}
        className={input}
        autoComplete="off"
        value={draft.name}
        error={getError('name') ?? describeTooLong(draft.name, maxNameLength)}
        onChange={({ target }) => setDraft({ ...draft, name: target.value })}
      />
      <Field
        label={translate('Address')}
        className={`mono ${input}`}
        placeholder={translate('0x\u2026 or Solana address')}
        // The whole of it, to compare: on phones the field shows a part.
        hint={read.kind === 'address' && <Address value={read.address} form="full" />}
        autoComplete="off"
        spellCheck={false}
        value={draft.address}
        error={getError('address')}
        onChange={({ target }) => setDraft({ ...draft, address: target.value })}
      />
      <Field
        label={translate('Note')}
        className={input}
        autoComplete="off"
        hint={translate('Where it’s from or what it’s for.')}
        value={draft.note}
        error={describeTooLong(draft.note, maxNoteLength)}
        onChange={({ target }) => setDraft({ ...draft, note: target.value })}
      />
      {failure !== undefined && (
        <p role="alert" className="text-sm text-flare">
          {failure}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onDone}>
          {translate('Cancel')}
        </Button>
        <Button variant="primary" type="submit">
          {translate('Save')}
        </Button>
      </div>
    </form>
  )
}

export declare namespace ContactForm {
  type Props = {
    known: KnownRecipients
    /** The recipient to edit; undefined to add one. */
    contact: Contact | undefined
    onDone: () => void
  }
}
