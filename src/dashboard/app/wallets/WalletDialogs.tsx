import { lazy, Suspense, useEffect } from 'react'

import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { useLocalWallet } from '../../wallets/local/localWallet.ts'
import { usePairing } from '../../wallets/remote/pairing.ts'
import { usePrompts } from '../../wallets/requests/prompts.ts'
import { useWalletDialog } from '../../wallets/walletDialogs.ts'

const ConnectDialog = lazy(async () => ({
  default: (await import('./connect/ConnectDialog.tsx')).ConnectDialog,
}))
const AccountDialog = lazy(async () => ({
  default: (await import('./AccountDialog.tsx')).AccountDialog,
}))
const AddAccount = lazy(async () => ({
  default: (await import('./AddAccount.tsx')).AddAccount,
}))
const ReceiveDialog = lazy(async () => ({
  default: (await import('./ReceiveDialog.tsx')).ReceiveDialog,
}))
const UnlockDialog = lazy(async () => ({
  default: (await import('./UnlockDialog.tsx')).UnlockDialog,
}))
const PairingDialog = lazy(async () => ({
  default: (await import('./connect/PairingDialog.tsx')).PairingDialog,
}))
/** Nobody opened it, so that the page goes on without it where its code cannot be had. */
const RefuseContracts = lazy(async () =>
  import('./connect/RefuseContracts.tsx').then(
    (loaded) => ({ default: loaded.RefuseContracts }),
    () => ({ default: () => null }),
  ),
)
const PromptDialog = lazy(loadPromptDialog)

/** Renders the wallet dialogs, each loaded when first opened; see `openWalletDialog`. */
export function WalletDialogs() {
  const dialog = useWalletDialog()
  const { isUnlockAsked, status } = useLocalWallet()
  const pairing = usePairing()
  const owner = useOwner()
  const isAsked = usePrompts().pending.length > 0
  // Loaded in advance: a service that is down could not serve it when a deposit must be refunded.
  useEffect(() => {
    if (status !== 'absent') void loadPromptDialog().catch(() => undefined)
  }, [status])
  return (
    <Suspense>
      {dialog === 'connect' && <ConnectDialog />}
      {dialog === 'account' && <AccountDialog />}
      {dialog === 'add' && <AddAccount />}
      {dialog === 'receive' && <ReceiveDialog />}
      {owner.status === 'connected' && !owner.isLocal && <RefuseContracts />}
      {pairing && <PairingDialog {...pairing} />}
      {isUnlockAsked && <UnlockDialog />}
      {isAsked && <PromptDialog />}
    </Suspense>
  )
}

async function loadPromptDialog() {
  return { default: (await import('./PromptDialog.tsx')).PromptDialog }
}
