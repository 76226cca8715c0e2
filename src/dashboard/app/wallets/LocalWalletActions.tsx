import { EyeOff, KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { forgetLocalWallet, getLocalPhrase } from '../../wallets/local/localWallet.ts'
import { saveSolanaConnection, getSolanaWallets } from '../../wallets/solana/solanaConnection.ts'
import { useDisconnectOwner } from '../../wallets/accounts/owner/useWalletChoices.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { PhraseWords, TestFundsNote } from './connect/LocalWalletForm.tsx'

/** Actions of the local wallet: show the phrase, delete. */
export function LocalWalletActions() {
  const [shown, setShown] = useState<'nothing' | 'phrase' | 'forget'>('nothing')
  const isPhraseShown = shown === 'phrase'
  return (
    <section
      aria-label={translate('Local wallet')}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <TestFundsNote />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={isPhraseShown ? EyeOff : KeyRound}
          onClick={() => setShown(isPhraseShown ? 'nothing' : 'phrase')}
        >
          {translate(isPhraseShown ? 'Hide phrase' : 'Show phrase')}
        </Button>
        <Button size="sm" icon={Trash2} onClick={() => setShown('forget')}>
          {translate('Forget wallet')}
        </Button>
      </div>
      {isPhraseShown && <PhraseWords phrase={getLocalPhrase()} />}
      {shown === 'forget' && <ForgetWallet onKeep={() => setShown('nothing')} />}
    </section>
  )
}

function ForgetWallet(props: { onKeep: () => void }) {
  const disconnect = useDisconnectOwner()
  async function forget() {
    await disconnect()
    if (getSolanaWallets().connection?.kind === 'local') saveSolanaConnection(undefined)
    forgetLocalWallet()
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
