import { LockOpen } from 'lucide-react'

import { Button } from '../../components/forms/Button.tsx'
import { translate } from '../../language/translate.ts'
import { requestUnlock } from '../../wallets/local/localWallet.ts'

/** Says that the local wallet is locked. */
export function LockedChip() {
  return <span className="chip chip-buff">{translate('Locked')}</span>
}

/** Asks for the passphrase of the local wallet, whose keys of both kinds it unlocks. */
export function UnlockButton() {
  return (
    <Button size="sm" icon={LockOpen} onClick={unlock}>
      {translate('Unlock')}
    </Button>
  )
}

function unlock(): void {
  // Rejects when the user declines; the wallet then stays locked, as the button shows.
  requestUnlock().catch(() => undefined)
}
