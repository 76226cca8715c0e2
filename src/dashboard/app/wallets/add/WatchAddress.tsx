import { Eye } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { Button } from '../../../components/forms/Button.tsx'
import { describeAddressProblem } from '../../../components/forms/fieldProblems.ts'
import { Field } from '../../../components/forms/Field.tsx'
import { translate } from '../../../language/translate.ts'
import { setWatched } from '../../../wallets/accounts/choice/accountList.ts'
import { openWalletDialog } from '../../../wallets/walletDialogs.ts'
import { useAccountRows } from '../list/useAccountRows.ts'

/** Adds an address to the list that is only looked at. */
export function WatchAddress() {
  const rows = useAccountRows()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  function add(event: FormEvent) {
    event.preventDefault()
    const read = readPastedAddress(text)
    if (read.kind !== 'address') return setError(describeAddressProblem(read))
    const isIn = rows.some((row) => isSameAddress(row.address, read.address))
    if (isIn) return setError(translate('This address is already in the list.'))
    setWatched(read.address, true)
    openWalletDialog('account')
  }
  return (
    <form
      className="flex flex-col gap-3 border-t border-line pt-4"
      aria-label={translate('Watch an address')}
      onSubmit={add}
    >
      <Field
        label={translate('Watch an address')}
        hint={translate('Shows its balances. You can’t spend or sign with it.')}
        value={text}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" size="sm" icon={Eye} className="self-start">
        {translate('Add to list')}
      </Button>
    </form>
  )
}
