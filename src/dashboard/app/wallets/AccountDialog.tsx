import { LogOut, QrCode, Replace, Wallet } from 'lucide-react'

import { Address } from '../../components/status/Address.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/useOwner.ts'
import { useDisconnectOwner } from '../../wallets/accounts/useWalletChoices.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { AccountPicker } from './AccountPicker.tsx'
import { JoinedAccounts } from './JoinedAccounts.tsx'
import { LocalWalletActions } from './LocalWalletActions.tsx'
import { SolanaSection } from './SolanaSection.tsx'

/** Dialog with the accounts in use and their signers; also disconnects. */
export function AccountDialog() {
  const owner = useOwner()
  const { solana } = useAccount()
  const disconnect = useDisconnectOwner()
  const chain = useChainName(owner.chainId)
  if (!owner.address) return solana ? <SolanaOnly /> : null
  return (
    <Dialog isOpen title={translate('Account')} onClose={close}>
      <div className="flex flex-col gap-5">
        <AccountPicker />
        <JoinedAccounts />
        <dl className="rule">
          <div className="kv">
            <dt>{translate('Signed for by')}</dt>
            <dd>
              <Address value={owner.address} label={translate('owner')} />
            </dd>
          </div>
          <div className="kv">
            <dt>{translate('Wallet')}</dt>
            <dd>{owner.connectorName}</dd>
          </div>
          {chain && (
            <div className="kv">
              <dt>{translate('Wallet is on')}</dt>
              <dd>{chain}</dd>
            </div>
          )}
        </dl>
        <SolanaSection />
        <div className="grid grid-cols-2 gap-2">
          <Button icon={QrCode} onClick={() => openWalletDialog('receive')}>
            {translate('Receive')}
          </Button>
          <Button icon={Replace} onClick={() => openWalletDialog('connect')}>
            {translate('Other wallet')}
          </Button>
        </div>
        {owner.isLocal && <LocalWalletActions />}
        <Button
          variant="quiet"
          icon={LogOut}
          className="self-start"
          onClick={() => void disconnect().then(close)}
        >
          {solana ? translate('Disconnect EVM wallet') : translate('Disconnect')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The part for a Solana wallet without an EVM one. */
function SolanaOnly() {
  return (
    <Dialog isOpen title={translate('Account')} onClose={close}>
      <div className="flex flex-col gap-5">
        <SolanaSection />
        <Note tone="channel" title={translate('No EVM wallet is connected')}>
          {translate('It is needed to hold what arrives on EVM chains, and to call contracts.')}
        </Note>
        <div className="grid grid-cols-2 gap-2">
          <Button icon={QrCode} onClick={() => openWalletDialog('receive')}>
            {translate('Receive')}
          </Button>
          <Button icon={Wallet} onClick={() => openWalletDialog('connect')}>
            {translate('Connect an EVM wallet')}
          </Button>
        </div>
      </div>
    </Dialog>
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
