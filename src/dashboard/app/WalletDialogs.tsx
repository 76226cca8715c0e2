import { lazy, Suspense } from 'react'

import { useLocalWallet } from '../wallets/localWallet.ts'
import { usePrompts } from '../wallets/prompts.ts'
import { useWalletDialog } from '../wallets/walletDialogs.ts'

const ConnectDialog = lazy(async () => ({
  default: (await import('./ConnectDialog.tsx')).ConnectDialog,
}))
const AccountDialog = lazy(async () => ({
  default: (await import('./AccountDialog.tsx')).AccountDialog,
}))
const ReceiveDialog = lazy(async () => ({
  default: (await import('./ReceiveDialog.tsx')).ReceiveDialog,
}))
const UnlockDialog = lazy(async () => ({
  default: (await import('./UnlockDialog.tsx')).UnlockDialog,
}))
const PromptDialog = lazy(async () => ({
  default: (await import('./PromptDialog.tsx')).PromptDialog,
}))

/** Dialogs about wallets, loaded when first opened; asked for by `openWalletDialog`. */
export function WalletDialogs() {
  const dialog = useWalletDialog()
  const { isUnlockAsked } = useLocalWallet()
  const isAsked = usePrompts().pending.length > 0
  return (
    <Suspense>
      {dialog === 'connect' && <ConnectDialog />}
      {dialog === 'account' && <AccountDialog />}
      {dialog === 'receive' && <ReceiveDialog />}
      {isUnlockAsked && <UnlockDialog />}
      {isAsked && <PromptDialog />}
    </Suspense>
  )
}
