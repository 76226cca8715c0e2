import { LogOut, Plus, QrCode, Replace, Wallet } from 'lucide-react'

import { Address } from '../../components/status/Address.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { PreferredFormats } from '../../pages/amounts/PreferredFormats.tsx'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { type Owner, useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { useDisconnectOwner } from '../../wallets/accounts/owner/useWalletChoices.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { AccountList } from './list/AccountList.tsx'
import { LocalWalletActions } from './LocalWalletActions.tsx'
import { SolanaSection } from './SolanaSection.tsx'

/** Dialog with the accounts and the wallets that sign for them; also disconnects. */
export function AccountDialog() {
  const owner = useOwner()
  const { solana } = useAccount()
  if (!owner.address && !solana) return null
  return (
    <Dialog isOpen title={translate('Accounts')} width={560} onClose={close}>
      <div className="flex flex-col gap-5">
        <PreferredFormats isPrivate>
          <AccountList />
        </PreferredFormats>
        <div className="grid grid-cols-2 gap-2">
          <Button icon={Plus} onClick={() => openWalletDialog('add')}>
            {translate('Add an account')}
          </Button>
          <Button icon={QrCode} onClick={() => openWalletDialog('receive')}>
            {translate('Receive')}
          </Button>
        </div>
        {owner.address ? <EvmWallet owner={owner} /> : <NoEvmWallet />}
        <SolanaSection />
        {owner.isLocal && <LocalWalletActions />}
      </div>
    </Dialog>
  )
}

/** The wallet of the active account; it can be changed and disconnected. */
function EvmWallet(props: { owner: Owner }) {
  const { address, connectorName, chainId, isLocal } = props.owner
  const disconnect = useDisconnectOwner()
  // The local wallet is on every chain at once.
  const chain = useChainName(isLocal ? undefined : chainId)
  return (
    <section aria-labelledby="evm-wallet">
      <h3 id="evm-wallet" className="label mb-2">
        {translate('EVM wallet')}
      </h3>
      <div className="inset px-4 py-3.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{connectorName}</span>
          {address && (
            <span className="text-sm">
              <Address value={address} label={translate('key')} />
            </span>
          )}
          {chain !== undefined && (
            <span className="text-sm text-ink-3">{translate('On {chain}', { chain })}</span>
          )}
        </div>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" icon={Replace} onClick={() => openWalletDialog('connect')}>
            {translate('Change wallet')}
          </Button>
          <Button size="sm" icon={LogOut} onClick={() => void disconnect().then(close)}>
            {translate('Disconnect EVM wallet')}
          </Button>
        </div>
      </div>
    </section>
  )
}

function NoEvmWallet() {
  return (
    <Note
      tone="channel"
      title={translate('No EVM wallet is connected')}
      action={
        <Button size="sm" icon={Wallet} onClick={() => openWalletDialog('connect')}>
          {translate('Connect an EVM wallet')}
        </Button>
      }
    >
      {translate('You need one to receive on EVM chains and to call contracts.')}
    </Note>
  )
}

function useChainName(chainId: number | undefined): string | undefined {
  const { chains } = useNetwork()
  if (chainId === undefined) return undefined
  const known = chains.find((chain) => chain.chainId === `eip155:${chainId}`)
  return known?.name ?? translate('Chain {chainId}', { chainId })
}

function close(): void {
  openWalletDialog('none')
}
