import { Suspense } from 'react'

import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { usePairing } from '../../wallets/remote/pairing.ts'
import { useWalletDialog } from '../../wallets/walletDialogs.ts'
import { lazyComponent } from '../../components/lazyComponent.tsx'

const ConnectDialog = lazyComponent(
  async () => (await import('./connect/ConnectDialog.tsx')).ConnectDialog,
)
const AccountDialog = lazyComponent(async () => (await import('./AccountDialog.tsx')).AccountDialog)
const AddAccount = lazyComponent(async () => (await import('./AddAccount.tsx')).AddAccount)
const ReceiveDialog = lazyComponent(async () => (await import('./ReceiveDialog.tsx')).ReceiveDialog)
const PairingDialog = lazyComponent(
  async () => (await import('./connect/PairingDialog.tsx')).PairingDialog,
)
/** Nobody opened it, so that the page goes on without it where its code cannot be had. */
const RefuseContracts = lazyComponent(async () =>
  import('./connect/RefuseContracts.tsx').then(
    (loaded) => loaded.RefuseContracts,
    () => () => null,
  ),
)

/** Renders the wallet dialogs, each loaded when first opened; see `openWalletDialog`. */
export function WalletDialogs() {
  const dialog = useWalletDialog()
  const pairing = usePairing()
  const owner = useOwner()
  return (
    <Suspense>
      {dialog === 'connect' && <ConnectDialog />}
      {dialog === 'account' && <AccountDialog />}
      {dialog === 'add' && <AddAccount />}
      {dialog === 'receive' && <ReceiveDialog />}
      {owner.status === 'connected' && !owner.isLocal && <RefuseContracts />}
      {pairing && <PairingDialog {...pairing} />}
    </Suspense>
  )
}
