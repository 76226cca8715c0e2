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
      setProblem(translate('Wrong passphrase. Try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      isOpen
      title={translate('Unlock local wallet')}
      description={translate('Unlocking doesn’t sign or move anything.')}
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
          waiting={isBusy ? translate('Unlocking') : undefined}
        >
          {translate('Unlock')}
        </Button>
      </form>
    </Dialog>
  )
}
