import { type FormEvent, useState } from 'react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { describeTooLong } from '#dashboard/components/forms/describeTooLong.ts'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { showToast } from '#dashboard/components/overlays/toasts.ts'
import { translate } from '../../../../language/translate.ts'
import { isKnownInterface } from '../../../signing/operations/decoding/knownInterfaces.ts'
import {
  isSameEntry,
  type LibraryEntry,
  maxEntries,
  maxEntryName,
  saveEntry,
  toCallsEntry,
} from '../../draft/files/callLibrary.ts'
import type { CallFormModel } from '../../draft/useCallForm.ts'

/** Saves the form's calls under a name, or the ABI of the open call. */
export function LibraryForm(props: LibraryForm.Props) {
  const { search, form, foreign } = props.model
  const read = form.drafts[search.open]
  const abi = read?.abi && 'functions' in read.abi ? read.draft.abi : ''
  const isOwnAbi = abi !== '' && !isKnownInterface(abi)
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
      <NameForm
        {...props}
        kind="calls"
        label={translate('{count, plural, one {Save this call as} other {Save these # calls as}}', {
          count: search.calls.length,
        })}
        build={(name) =>
          toCallsEntry(name, { search: { ...search, chain: form.chain.chainId }, foreign })
        }
      />
      {isOwnAbi && (
        <NameForm
          {...props}
          kind="abi"
          label={translate('Save this call’s ABI as')}
          build={(name) => ({ kind: 'abi', name, text: abi })}
        />
      )}
    </div>
  )
}

export declare namespace LibraryForm {
  type Props = {
    model: Pick<CallFormModel, 'search' | 'form' | 'foreign'>
    entries: readonly LibraryEntry[]
  }
}

function NameForm(
  props: LibraryForm.Props & {
    kind: LibraryEntry['kind']
    label: string
    build: (name: string) => LibraryEntry
  },
) {
  const { entries, kind, label, build } = props
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const name = typed.trim()
  const long = describeTooLong(name, maxEntryName)
  const isTaken = entries.some((one) => isSameEntry(one, { kind, name }))
  function save(event: FormEvent) {
    event.preventDefault()
    if (name === '') return setError(translate('Enter a name.'))
    if (long !== undefined) return undefined
    if (!isTaken && entries.length >= maxEntries)
      return setError(
        translate('The limit is {limit} entries. Remove one first.', { limit: maxEntries }),
      )
    try {
      saveEntry(build(name))
    } catch (error) {
      return setError(error instanceof Error ? error.message : String(error))
    }
    showToast(translate('Saved as {name}', { name }))
    setTyped('')
    return undefined
  }
  return (
    <form className="flex items-start gap-2" onSubmit={save}>
      <div className="min-w-0 flex-1">
        <Field
          label={label}
          value={typed}
          autoComplete="off"
          error={error ?? long}
          caution={isTaken ? translate('Replaces the saved entry.') : undefined}
          onChange={({ target }) => {
            setError(undefined)
            setTyped(target.value)
          }}
        />
      </div>
      <Button type="submit" className="mt-[1.625rem] min-w-32">
        {translate(kind === 'abi' ? 'Save ABI' : 'Save')}
      </Button>
    </form>
  )
}
