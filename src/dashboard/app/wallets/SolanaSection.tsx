import { LogOut, Replace, Wallet } from 'lucide-react'

import { getSolanaChains } from '#networks/getChain.ts'
import { SolanaBeta } from '../../components/status/Beta.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { SignerChip } from '../../components/status/Chip.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { useSolanaWallets } from '../../wallets/solana/solanaConnection.ts'
import { disconnectSolana } from '../../wallets/accounts/owner/useSolanaChoices.ts'
import { type SolanaOwner, useSolanaOwner } from '../../wallets/accounts/owner/useSolanaOwner.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/** The Solana wallet; it can be connected and disconnected. */
export function SolanaSection() {
  const owner = useSolanaOwner()
  const { error } = useSolanaWallets()
  if (getSolanaChains(useNetwork()).length === 0) return null
  return (
    <section aria-labelledby="solana-wallet">
      <h3 id="solana-wallet" className="label mb-2">
        {translate('Solana wallet')}
      </h3>
      {error !== undefined && (
        <div className="mb-3">
          <Note tone="buff" isAlert>
            {error}
          </Note>
        </div>
      )}
      {owner ? (
        <Connected owner={owner} />
      ) : (
        <div className="inset px-4 py-3.5">
          <p className="mb-3 text-sm text-ink-2">
            {translate(
              'Not connected. Connect one to add its assets to your balance and pay with them.',
            )}
          </p>
          <Button size="sm" icon={Wallet} onClick={() => openWalletDialog('connect')}>
            {translate('Connect a Solana wallet')}
          </Button>
        </div>
      )}
      <div className="mt-2.5">
        <SolanaBeta />
      </div>
    </section>
  )
}

function Connected(props: { owner: SolanaOwner }) {
  const { wallet, icon, isReady } = props.owner
  return (
    <div className="inset px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="inline-flex items-center gap-2 font-semibold">
          {icon === undefined ? (
            <Icon of={Wallet} size={16} />
          ) : (
            <img src={icon} alt="" className="h-5 w-5 rounded-sm" />
          )}
          {wallet}
        </span>
        <SignerChip holder={{ state: isReady ? 'ready' : 'absent' }} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" icon={Replace} onClick={() => openWalletDialog('connect')}>
          {translate('Change Solana wallet')}
        </Button>
        <Button size="sm" icon={LogOut} onClick={() => void disconnectSolana()}>
          {translate('Disconnect Solana wallet')}
        </Button>
      </div>
    </div>
  )
}
