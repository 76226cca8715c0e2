import { type FormEvent, useState } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Field } from '../../components/forms/Field.tsx'
import { translate } from '../../language/translate.ts'
import { declineUnlock, unlockLocalWallet } from '../../wallets/local/localWallet.ts'

/** Asks for the passphrase of the locked local wallet. */
export function UnlockDialog() {
  const [passphrase, setPassphrase] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function unlock(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      await unlockLocalWallet(passphrase)
    } catch {
      setProblem(translate('This passphrase does not open the wallet.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      title={translate('Unlock the local wallet')}
      description={translate('Nothing is signed or moved by unlocking.')}
      width={420}
      onClose={declineUnlock}
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => void unlock(event)}>
        <Field
          label={translate('Passphrase')}
          type="password"
          autoComplete="current-password"
          size="lg"
          error={problem}
          value={passphrase}
          onChange={(event) => {
            setPassphrase(event.target.value)
            setProblem(undefined)
          }}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          waiting={isBusy ? translate('Opening the wallet') : undefined}
        >
          {translate('Unlock')}
        </Button>
      </form>
    </Dialog>
  )
}
