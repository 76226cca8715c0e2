import { useRef } from 'react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { describeTooLong } from '#dashboard/components/forms/fieldProblems.ts'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { translate } from '../../../language/translate.ts'
import { maxNameLength } from '../../quoting/recipient/addressBook.ts'
import type { KnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import { useContactDraft } from '../../quoting/book/useContactDraft.ts'

/** A name for an address that is not saved yet; notes are added in the address book. */
export function SaveRecipient(props: SaveRecipient.Props) {
  const { address, known, name: found = '' } = props
  const { draft, setDraft, problem, hasTried, failure, save } = useContactDraft(
    { name: found, note: '', address },
    { known },
  )
  const name = useRef<HTMLInputElement>(null)
  return (
    <form
      className="mt-2 flex items-start gap-2"
      aria-label={translate('Save to address book')}
      onSubmit={(event) => {
        event.preventDefault()
        save()
        if (problem) name.current?.focus()
      }}
    >
      <div className="min-w-0 flex-1">
        <Field
          ref={name}
          label={translate('Name')}
          isLabelHidden
          placeholder={translate('Save as')}
          className="w-full min-w-0 bg-transparent outline-none"
          autoComplete="off"
          value={draft.name}
          error={
            failure ??
            (hasTried ? problem?.text : undefined) ??
            describeTooLong(draft.name, maxNameLength)
          }
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
        />
      </div>
      <Button type="submit" className="shrink-0">
        {translate('Save')}
      </Button>
    </form>
  )
}

export declare namespace SaveRecipient {
  type Props = { address: string; known: KnownRecipients; name: string | undefined }
}
