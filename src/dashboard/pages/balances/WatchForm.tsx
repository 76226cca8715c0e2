import { Eye } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'

import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { Button } from '../../components/forms/Button.tsx'
import { describeAddressProblem } from '../../components/forms/describeAddressProblem.ts'
import { Field } from '../../components/forms/Field.tsx'
import { translate } from '../../language/translate.ts'
import { readPasted } from './usePastedAddress.ts'

/** Asks for any address, to look at its balances without a wallet. */
export function WatchForm(props: WatchForm.Props) {
  const [text, setText] = useState('')
  const [error, setError] = useState(
    props.isWrong ? describeAddressProblem({ kind: 'none' }) : undefined,
  )
  const [, navigate] = useLocation()
  function watch(event: FormEvent) {
    event.preventDefault()
    const read = readPastedAddress(text)
    if (read.kind === 'address') navigate(`/watch/${read.address}`)
    else setError(describeAddressProblem(read))
  }
  return (
    <form className="max-w-prose" aria-label={translate('Look at any address')} onSubmit={watch}>
      <h1 className="text-xl font-semibold md:text-2xl">{translate('Look at any address')}</h1>
      <p className="mt-2 mb-5 text-ink-2">
        {translate(
          'See what any address holds on every chain. Nothing is connected and nothing can be signed.',
        )}
      </p>
      <Field
        label={translate('Address')}
        value={text}
        error={error}
        // The page is opened for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onPaste={(event) => {
          const pasted = readPasted(event)
          if (pasted !== undefined) navigate(`/watch/${pasted}`)
        }}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="primary" icon={Eye} className="mt-4">
        {translate('Look at it')}
      </Button>
    </form>
  )
}

export declare namespace WatchForm {
  type Props = {
    /** Whether the page's address holds something that is none. */
    isWrong: boolean
  }
}
