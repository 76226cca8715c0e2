import { type FormEvent, useState } from 'react'

import { CopyButton } from '../../../components/status/Address.tsx'
import { Button } from '../../../components/forms/Button.tsx'
import { Field } from '../../../components/forms/Field.tsx'
import { Note } from '../../../components/status/Note.tsx'
import { translate } from '../../../language/translate.ts'
import { createLocalWallet, exportLocalPhrase } from '../../../wallets/local/localWallet.ts'
import {
  findPassphraseError,
  measurePassphrase,
  minPassphraseLength,
} from '../../../wallets/local/passphrase.ts'

/** Creates or imports a local wallet with a passphrase; shows a new phrase to be written down. */
export function LocalWalletForm(props: LocalWalletForm.Props) {
  const { how, onBack, onDone } = props
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const [typedPhrase, setTypedPhrase] = useState('')
  const [made, setMade] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const formError = findFormError({ passphrase, repeated })

  async function create(event: FormEvent) {
    event.preventDefault()
    if (formError || isBusy) return setProblem(formError)
    setBusy(true)
    try {
      await createLocalWallet({ passphrase, ...(how === 'import' && { phrase: typedPhrase }) })
      if (how === 'import') onDone()
      else setMade(await exportLocalPhrase(passphrase))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  if (made !== undefined) return <NewPhrase phrase={made} onDone={onDone} />
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void create(event)}>
      {how === 'import' && (
        <div>
          <label htmlFor="phrase" className="label mb-1.5 block">
            {translate('Recovery phrase')}
          </label>
          <textarea
            id="phrase"
            rows={3}
            className="w-full rounded-md border border-line-strong bg-surface px-3 py-2"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typedPhrase}
            onChange={(event) => setTypedPhrase(event.target.value)}
          />
        </div>
      )}
      <Field
        label={translate('Passphrase')}
        type="password"
        autoComplete="new-password"
        size="lg"
        hint={describeStrength(passphrase)}
        value={passphrase}
        onChange={(event) => setPassphrase(event.target.value)}
      />
      <Field
        label={translate('Confirm passphrase')}
        type="password"
        autoComplete="new-password"
        size="lg"
        error={problem}
        value={repeated}
        onChange={(event) => {
          setRepeated(event.target.value)
          setProblem(undefined)
        }}
      />
      <div className="flex justify-between gap-2 pt-1">
        <Button variant="quiet" onClick={onBack}>
          {translate('Back')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          waiting={isBusy ? translate('Encrypting phrase') : undefined}
        >
          {how === 'create' ? translate('Create wallet') : translate('Use this phrase')}
        </Button>
      </div>
    </form>
  )
}

export declare namespace LocalWalletForm {
  type Props = {
    how: 'create' | 'import'
    onBack: () => void
    /** Called once the wallet exists and is unlocked. */
    onDone: () => void
  }
}

function findFormError(typed: { passphrase: string; repeated: string }): string | undefined {
  const formError = findPassphraseError(typed.passphrase)
  if (formError !== undefined) return formError
  return typed.passphrase === typed.repeated ? undefined : translate('The passphrases don’t match.')
}

/** Says what the passphrase is for, and its strength once it is long enough. */
function describeStrength(passphrase: string): string {
  if (passphrase.length < minPassphraseLength)
    return translate(
      'At least {count} characters. It encrypts the phrase on this device and can’t be reset.',
      { count: minPassphraseLength },
    )
  switch (measurePassphrase(passphrase)) {
    case 'weak':
      return translate('Weak. {reason}', {
        reason: findPassphraseError(passphrase) ?? '',
      })
    case 'fair':
      return translate('Fair. Another unrelated word makes it much harder to guess.')
    case 'strong':
      return translate('Strong, as long as the words are unrelated.')
  }
}

function NewPhrase(props: { phrase: string; onDone: () => void }) {
  const { phrase, onDone } = props
  return (
    <div className="flex flex-col gap-4">
      <Note tone="buff" title={translate('Write down these 12 words')}>
        {translate(
          'These words are your wallet. Anyone who has them can take your funds, and nobody can recover them for you. You can view them again under Accounts.',
        )}
      </Note>
      <PhraseWords phrase={phrase} />
      <div className="flex items-center justify-between">
        <CopyButton value={phrase} label={translate('Copy phrase')} />
        <Button variant="primary" onClick={onDone}>
          {translate('I’ve written them down')}
        </Button>
      </div>
    </div>
  )
}

/** The numbered words of a phrase. */
export function PhraseWords(props: { phrase: string }) {
  return (
    <ol
      aria-label={translate('Recovery phrase')}
      className="inset grid grid-cols-2 gap-x-4 gap-y-1 p-4 sm:grid-cols-3"
    >
      {props.phrase.split(' ').map((word, index) => (
        <li key={`${index}${word}`} className="mono flex gap-2">
          <span className="num w-5 text-right text-ink-3">{index + 1}</span>
          {word}
        </li>
      ))}
    </ol>
  )
}
