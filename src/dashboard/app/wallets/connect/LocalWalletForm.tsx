import { type FormEvent, useState } from 'react'

import { CopyButton } from '../../../components/status/Address.tsx'
import { Button } from '../../../components/forms/Button.tsx'
import { Note } from '../../../components/status/Note.tsx'
import { translate } from '../../../language/translate.ts'
import { createLocalWallet, getLocalPhrase } from '../../../wallets/local/localWallet.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'

/** Creates a local wallet, whose phrase it shows to be written down, or imports one by its phrase. */
export function LocalWalletForm(props: LocalWalletForm.Props) {
  const { how, onBack, onDone } = props
  const network = useNetwork()
  const [typedPhrase, setTypedPhrase] = useState('')
  const [made, setMade] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function create(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      await createLocalWallet(network, how === 'import' ? typedPhrase : undefined)
      if (how === 'import') onDone()
      else setMade(getLocalPhrase())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }

  if (made !== undefined) return <NewPhrase phrase={made} onDone={onDone} />
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void create(event)}>
      <TestFundsNote />
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
            onChange={(event) => {
              setTypedPhrase(event.target.value)
              setProblem(undefined)
            }}
          />
        </div>
      )}
      {problem !== undefined && (
        <Note tone="flare" isAlert>
          {problem}
        </Note>
      )}
      <div className="flex justify-between gap-2 pt-1">
        <Button variant="quiet" onClick={onBack}>
          {translate('Back')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          data-focus={how === 'create' || undefined}
          waiting={isBusy ? translate('Creating a key in this browser') : undefined}
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
    /** Called once the wallet exists. */
    onDone: () => void
  }
}

/** Says that the local wallet is for test funds, and why. */
export function TestFundsNote() {
  return (
    <Note tone="buff" title={translate('For test funds only')}>
      {translate(
        'The recovery phrase is stored unencrypted in this browser. Don’t use a phrase that holds real funds.',
      )}
    </Note>
  )
}

function NewPhrase(props: { phrase: string; onDone: () => void }) {
  const { phrase, onDone } = props
  return (
    <div className="flex flex-col gap-4">
      <Note tone="channel" title={translate('Write down these 12 words')}>
        {translate(
          'They restore this wallet in another browser. You can view them again under Accounts.',
        )}
      </Note>
      <PhraseWords phrase={phrase} />
      <div className="flex items-center justify-end">
        <Button variant="primary" data-focus onClick={onDone}>
          {translate('I’ve written them down')}
        </Button>
      </div>
    </div>
  )
}

/** The numbered words of a phrase, and a button that copies them. */
export function PhraseWords(props: { phrase: string }) {
  const { phrase } = props
  return (
    <div className="flex flex-col items-start gap-2">
      <ol
        aria-label={translate('Recovery phrase')}
        className="inset grid w-full grid-cols-2 gap-x-4 gap-y-1 p-4 sm:grid-cols-3"
      >
        {phrase.split(' ').map((word, index) => (
          <li key={`${index}${word}`} className="mono flex gap-2">
            <span className="num w-5 text-right text-ink-3">{index + 1}</span>
            {word}
          </li>
        ))}
      </ol>
      <CopyButton value={phrase} label={translate('Copy phrase')} />
    </div>
  )
}
