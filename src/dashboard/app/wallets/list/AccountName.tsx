import { Check, Pencil } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'

import { describeTooLong } from '../../../components/forms/fieldProblems.ts'
import { IconButton } from '../../../components/forms/Button.tsx'
import { translate } from '../../../language/translate.ts'
import {
  maxAccountNameLength,
  renameAccount,
} from '../../../wallets/accounts/choice/accountList.ts'
import type { AccountRow } from './useAccountRows.ts'

/** The name of an account, which can be changed where it stands. */
export function AccountName(props: AccountName.Props) {
  const { row, labelFor } = props
  /** `left`: by the keyboard, so that the focus goes back to where it came from. */
  const [state, setState] = useState<'shown' | 'editing' | 'left'>('shown')
  if (state === 'editing') return <NameForm row={row} onDone={setState} />
  const name = <span className="min-w-0 truncate font-semibold">{row.name}</span>
  return (
    <span className="flex min-w-0 items-center gap-1">
      {labelFor === undefined ? (
        name
      ) : (
        <label htmlFor={labelFor} className="flex min-w-0 cursor-pointer">
          {name}
        </label>
      )}
      <IconButton
        icon={Pencil}
        size="sm"
        iconSize={14}
        className="!h-6 !w-6 max-md:!h-11 max-md:!w-9"
        label={translate('Rename {name}', { name: row.name })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- where the user was before
        autoFocus={state === 'left'}
        onClick={() => setState('editing')}
      />
    </span>
  )
}

export declare namespace AccountName {
  type Props = {
    row: AccountRow
    /** The control that the name is the label of. */
    labelFor: string | undefined
  }
}

function NameForm(props: { row: AccountRow; onDone: (state: 'shown' | 'left') => void }) {
  const { row, onDone } = props
  const [name, setName] = useState(row.name)
  const id = useId()
  const long = describeTooLong(name, maxAccountNameLength)
  function save(next: 'shown' | 'left') {
    if (long !== undefined) return
    if (name !== row.name) renameAccount(row.address, name)
    onDone(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    save('left')
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // The dialog stays open.
    event.preventDefault()
    event.stopPropagation()
    onDone('left')
  }
  return (
    <form className="flex min-w-0 flex-1 flex-wrap items-center gap-1" onSubmit={submit}>
      <span
        className="input min-w-0 flex-1 !h-8 max-md:!h-11"
        data-tone={long === undefined ? undefined : 'flare'}
      >
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked to write here
          autoFocus
          aria-label={translate('Account name')}
          aria-invalid={long === undefined ? undefined : true}
          aria-describedby={id}
          autoComplete="off"
          value={name}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setName(target.value)}
          onBlur={() => save('shown')}
          onKeyDown={press}
        />
      </span>
      <IconButton
        icon={Check}
        size="sm"
        type="submit"
        label={translate('Save name')}
        onMouseDown={(event) => event.preventDefault()}
      />
      <output id={id} className="block w-full text-sm text-flare empty:hidden">
        {long}
      </output>
    </form>
  )
}
