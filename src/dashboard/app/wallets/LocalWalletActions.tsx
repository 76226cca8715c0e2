import { KeyRound, Lock, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'

import { CopyButton } from '../../components/status/Address.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { Field } from '../../components/forms/Field.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import {
  exportLocalPhrase,
  forgetLocalWallet,
  lockLocalWallet,
  useLocalWallet,
} from '../../wallets/local/localWallet.ts'
import { saveSolanaConnection, getSolanaWallets } from '../../wallets/solana/solanaConnection.ts'
import { useDisconnectOwner } from '../../wallets/accounts/owner/useWalletChoices.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { PhraseWords } from './connect/LocalWalletForm.tsx'

/** Actions of the local wallet: lock, show the phrase, delete. */
export function LocalWalletActions() {
  const wallet = useLocalWallet()
  const [shown, setShown] = useState<'nothing' | 'export' | 'forget'>('nothing')
  return (
    <section
      aria-label={translate('Local wallet')}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <p className="text-sm text-ink-3">
        {wallet.kind === 'device'
          ? translate(
              'The recovery phrase is encrypted with a key in this browser, without a passphrase. Anyone with access to this browser profile can use the wallet. Keep only test funds in it.',
            )
          : translate(
              'The recovery phrase is encrypted with your passphrase and stored only in this browser.',
            )}
      </p>
      <div className="flex flex-wrap gap-2">
        {wallet.kind === 'passphrase' && wallet.status === 'unlocked' && (
          <Button size="sm" icon={Lock} onClick={lockLocalWallet}>
            {translate('Lock')}
          </Button>
        )}
        <Button size="sm" icon={KeyRound} onClick={() => setShown('export')}>
          {translate('Show phrase')}
        </Button>
        <Button size="sm" icon={Trash2} onClick={() => setShown('forget')}>
          {translate('Forget wallet')}
        </Button>
      </div>
      {shown === 'export' && <ExportPhrase needsPassphrase={wallet.kind === 'passphrase'} />}
      {shown === 'forget' && <ForgetWallet onKeep={() => setShown('nothing')} />}
    </section>
  )
}

function ExportPhrase(props: { needsPassphrase: boolean }) {
  const [passphrase, setPassphrase] = useState('')
  const [phrase, setPhrase] = useState<string>()
  const [problem, setProblem] = useState<string>()
  async function show(event: FormEvent) {
    event.preventDefault()
    try {
      setPhrase(await exportLocalPhrase(passphrase))
    } catch {
      setProblem(translate('Wrong passphrase. Try again.'))
    }
  }
  if (phrase !== undefined)
    return (
      <div className="flex flex-col gap-2">
        <PhraseWords phrase={phrase} />
        <CopyButton value={phrase} label={translate('Copy phrase')} />
      </div>
    )
  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void show(event)}>
      <Note tone="buff">
        {translate(
          'Make sure nobody is watching. Anyone who sees these words can take your funds.',
        )}
      </Note>
      {props.needsPassphrase && (
        <Field
          label={translate('Passphrase')}
          type="password"
          autoComplete="current-password"
          // The user has just asked for this field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          error={problem}
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
      )}
      <Button type="submit" className="self-start">
        {translate('Reveal phrase')}
      </Button>
    </form>
  )
}

function ForgetWallet(props: { onKeep: () => void }) {
  const disconnect = useDisconnectOwner()
  async function forget() {
    await disconnect()
    if (getSolanaWallets().connection?.kind === 'local') saveSolanaConnection(undefined)
    await forgetLocalWallet()
    openWalletDialog('none')
  }
  return (
    <Note
      tone="flare"
      isAlert
      title={translate('Forget this wallet?')}
      action={
        <>
          <Button size="sm" variant="danger" onClick={() => void forget()}>
            {translate('Forget wallet')}
          </Button>
          <Button size="sm" onClick={props.onKeep}>
            {translate('Keep it')}
          </Button>
        </>
      }
    >
      {translate(
        'Without the recovery phrase, nobody can restore it. Your funds stay on chain, out of reach.',
      )}
    </Note>
  )
}
