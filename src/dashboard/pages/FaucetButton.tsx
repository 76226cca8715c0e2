import { Droplets } from 'lucide-react'

import { hasFaucet, useDiscovery } from '../api/service/discovery.ts'
import { useFaucet } from '../api/service/faucet.ts'
import { keepTestFunds } from '../api/state/addedFunds.ts'
import { Button, type ButtonSize, type ButtonVariant } from '../components/forms/Button.tsx'
import { showToast } from '../components/overlays/Toasts.tsx'
import { translate } from '../language/translate.ts'
import { useAccount } from '../wallets/accounts/useAccount.ts'
import { useOwner } from '../wallets/accounts/owner/useOwner.ts'
import { useNetwork } from '../wallets/WalletsProvider.tsx'

/** Requests test funds for the connected accounts; nothing where the service has no faucet. */
export function FaucetButton(props: FaucetButton.Props) {
  const { variant = 'secondary', size = 'md' } = props
  const { accountAddress, solana } = useAccount()
  const { address: owner } = useOwner()
  const network = useNetwork()
  const discovery = useDiscovery()
  const faucet = useFaucet()
  const evm = accountAddress && owner ? { account: accountAddress, owner } : undefined
  if ((!evm && !solana) || !hasFaucet(discovery.data)) return null
  const funded = { evm, solana: solana?.accountAddress, network }
  async function fund() {
    keepTestFunds(await faucet.mutateAsync(funded))
    showToast(translate('Test funds received'))
  }
  return (
    <span className="contents">
      <Button
        icon={Droplets}
        {...{ variant, size }}
        waiting={faucet.isPending ? translate('Funding') : undefined}
        onClick={() => void fund().catch(() => undefined)}
      >
        {translate('Get test funds')}
      </Button>
      {faucet.error && (
        <span role="alert" className="basis-full text-sm text-flare max-md:col-span-2">
          {faucet.error.message}
        </span>
      )}
    </span>
  )
}

export declare namespace FaucetButton {
  type Props = { variant?: ButtonVariant; size?: ButtonSize }
}
