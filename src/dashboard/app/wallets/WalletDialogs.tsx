import { lazy, Suspense, useEffect } from 'react'

import { useLocalWallet } from '../../wallets/local/localWallet.ts'
import { usePrompts } from '../../wallets/requests/prompts.ts'
import { useWalletDialog } from '../../wallets/walletDialogs.ts'

const ConnectDialog = lazy(async () => ({
  default: (await import('./ConnectDialog.tsx')).ConnectDialog,
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
const PromptDialog = lazy(loadPromptDialog)

/** Dialogs about wallets, loaded when first opened; asked for by `openWalletDialog`. */
export function WalletDialogs() {
  const dialog = useWalletDialog()
  const { isUnlockAsked, status } = useLocalWallet()
  const isAsked = usePrompts().pending.length > 0
  // A service that went silent cannot send it any more, and a deposit may have to be taken back.
  useEffect(() => {
    if (status !== 'absent') void loadPromptDialog().catch(() => undefined)
  }, [status])
  return (
    <Suspense>
      {dialog === 'connect' && <ConnectDialog />}
      {dialog === 'account' && <AccountDialog />}
      {dialog === 'add' && <AddAccount />}
      {dialog === 'receive' && <ReceiveDialog />}
      {isUnlockAsked && <UnlockDialog />}
      {isAsked && <PromptDialog />}
    </Suspense>
  )
}

async function loadPromptDialog() {
  return { default: (await import('./PromptDialog.tsx')).PromptDialog }
}
