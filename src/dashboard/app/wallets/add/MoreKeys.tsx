import { KeyRound, Wallet } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../../../components/forms/Button.tsx'
import { Note } from '../../../components/status/Note.tsx'
import { translate } from '../../../language/translate.ts'
import { addLocalKey } from '../../../wallets/local/localWallet.ts'
import { localWalletRdns } from '../../../wallets/local/localWalletIdentity.ts'
import { useOwner } from '../../../wallets/accounts/owner/useOwner.ts'
import {
  useConnectedKeys,
  useFurtherWallets,
} from '../../../wallets/accounts/owner/useWalletChoices.ts'

/** Offers further keys: of another wallet, or the local wallet's next one. */
export function MoreKeys() {
  const owner = useOwner()
  const further = useFurtherWallets()
  const hasLocal = useConnectedKeys().some(({ wallet }) => wallet.id === localWalletRdns)
  const [problem, setProblem] = useState<string>()
  const [waiting, setWaiting] = useState<string>()
  async function act(name: string, how: () => Promise<unknown>) {
    setProblem(undefined)
    setWaiting(name)
    try {
      await how()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setWaiting(undefined)
    }
  }
  return (
    <section
      aria-label={translate('More keys')}
      className="flex flex-col gap-3 border-t border-line pt-4"
    >
      <div className="flex flex-wrap gap-2">
        {further.map(({ id, name, connect }) => (
          <Button
            key={id}
            size="sm"
            icon={Wallet}
            waiting={waiting === id ? translate('Open your wallet') : undefined}
            onClick={() => void act(id, connect)}
          >
            {translate('Also connect {name}', { name })}
          </Button>
        ))}
        {hasLocal && (
          <Button
            size="sm"
            icon={KeyRound}
            waiting={waiting === 'key' ? translate('Adding key') : undefined}
            onClick={() => void act('key', addLocalKey)}
          >
            {translate('Next local wallet key')}
          </Button>
        )}
      </div>
      {owner.wallet && !owner.isLocal && (
        <p className="text-sm text-ink-3">
          {translate(
            'For another {wallet} account, select it in the wallet. It then appears above.',
            { wallet: owner.connectorName ?? '' },
          )}
        </p>
      )}
      {problem !== undefined && (
        <Note tone="buff" isAlert title={translate('Couldn’t add a key')}>
          {problem}
        </Note>
      )}
    </section>
  )
}
