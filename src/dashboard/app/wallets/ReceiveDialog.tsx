import { ArrivalNews } from '../../pages/notes/ArrivalNews.tsx'
import { ReceivePart } from '../../pages/receive/ReceivePart.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'

/** Dialog with an account's address as text and QR code, and the chains it exists on. */
export function ReceiveDialog() {
  const { accountAddress, solana } = useAccount()
  if (accountAddress === undefined && !solana) return null
  return (
    <Dialog
      isOpen
      title={translate('Receive')}
      width={680}
      onClose={() => openWalletDialog('none')}
    >
      <ReceivePart />
      <ArrivalNews form="sheet" />
    </Dialog>
  )
}
