import { useState } from 'react'

import { useUnansweredQuotes } from '../../api/state/openExecutions.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { useSolanaWallets } from '../../wallets/solana/solanaConnection.ts'
import { useRefusedOwner } from '../../wallets/accounts/owner/connectOwner.ts'
import { type SignerKeys, useSignerKeys } from '../../wallets/accounts/useSignerKeys.ts'
import { useWalletOfKey, type WalletChoice } from '../../wallets/accounts/owner/useWalletChoices.ts'

/** Says that a review was stopped because the signing keys changed. */
export function StoppedNote(props: StoppedNote.Props) {
  const { before } = props
  const { evm, solana } = useSignerKeys()
  const { error } = useSolanaWallets()
  const wallet = useWalletOfKey(before.evm)
  const refused = useRefusedOwner()
  const unsent = useUnsentText()
  const isLeft = before.solana !== undefined && solana === undefined
  if (wallet && evm === undefined && !refused) return <LockedNote wallet={wallet} />
  return (
    <div className="mb-6">
      <Note
        tone="buff"
        isAlert
        title={
          isLeft
            ? (error ?? translate('The Solana wallet is no longer connected.'))
            : refused
              ? translate('The account selected in {wallet} is a contract', {
                  wallet: refused.wallet,
                })
              : translate('The wallet switched accounts')
        }
      >
        {translate('The review stopped because it was for another account.')} {unsent}
      </Note>
    </div>
  )
}

/** Says that nothing was sent, unless nobody knows. */
function useUnsentText(): string | undefined {
  return useUnansweredQuotes().length === 0 ? translate('Nothing was sent.') : undefined
}

/** Shown while the wallet is locked; the review continues once it is unlocked. */
function LockedNote(props: { wallet: WalletChoice }) {
  const { name, connect } = props.wallet
  const unsent = useUnsentText()
  const [asking, setAsking] = useState<'asking' | 'refused'>()
  return (
    <div className="mb-6">
      <Note
        tone="buff"
        isAlert
        title={translate('{name} is locked', { name })}
        action={
          <Button
            size="sm"
            disabled={asking === 'asking'}
            onClick={() => {
              setAsking('asking')
              connect().then(
                () => setAsking(undefined),
                () => setAsking('refused'),
              )
            }}
          >
            {asking === 'asking'
              ? translate('Waiting for the wallet')
              : translate('Unlock {name}', { name })}
          </Button>
        }
      >
        {translate('It no longer shares an account with this page, so the review stopped.')}{' '}
        {unsent}{' '}
        {asking === 'refused' &&
          translate('It’s still locked. Unlock it in the wallet and try again.')}
      </Note>
    </div>
  )
}

export declare namespace StoppedNote {
  type Props = {
    /** Keys with which the review was opened. */
    before: SignerKeys
  }
}
