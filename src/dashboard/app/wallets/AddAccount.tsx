import { ChevronLeft, Wallet } from 'lucide-react'
import { useEffect } from 'react'

import { getSolanaChains } from '#networks/getChain.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { translate } from '../../language/translate.ts'
import { lockActiveAccount } from '../../wallets/accounts/owner/activeAccount.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { useConnectedKeys } from '../../wallets/accounts/owner/useWalletChoices.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { KeyAccounts } from './add/KeyAccounts.tsx'
import { MoreKeys } from './add/MoreKeys.tsx'
import { WatchAddress } from './add/WatchAddress.tsx'

/**
 * Adds accounts to the list: further kinds of the key in use, accounts of other keys (of the
 * connected wallets, of a wallet connected for this, or the local wallet's next key), a Solana
 * account, and addresses to look at.
 */
export function AddAccount() {
  const { address } = useOwner()
  const { solana } = useAccount()
  const hasSolana = getSolanaChains(useNetwork()).length > 0
  const keys = useConnectedKeys()
  function isOwn(one: { address: string }): boolean {
    return address !== undefined && isSameAddress(one.address, address)
  }
  const own = keys.filter(isOwn).slice(0, 1)
  const others = keys.filter((one) => !isOwn(one))
  // While this is open, selecting another account in a wallet does not change the active account.
  useEffect(() => lockActiveAccount(), [])
  return (
    <Dialog isOpen title={translate('Add an account')} width={560} onClose={close}>
      <div className="flex flex-col gap-5">
        {[...own, ...others].map((key) => (
          <KeyAccounts key={`${key.wallet.id}${key.address}`} of={key} />
        ))}
        <MoreKeys />
        {hasSolana && !solana && (
          <Button icon={Wallet} className="self-start" onClick={() => openWalletDialog('connect')}>
            {translate('Connect a Solana wallet')}
          </Button>
        )}
        <WatchAddress />
        <Button
          variant="quiet"
          icon={ChevronLeft}
          className="self-start"
          onClick={() => openWalletDialog('account')}
        >
          {translate('Back to accounts')}
        </Button>
      </div>
    </Dialog>
  )
}

function close(): void {
  openWalletDialog('none')
}
