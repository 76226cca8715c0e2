import { QrCode } from 'lucide-react'

import { Button } from '../../components/forms/Button.tsx'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { FaucetButton } from './FaucetButton.tsx'

/** Next steps for an account without funds. */
export function EmptyBalances() {
  const { length } = useAccount().accounts
  return (
    <section className="mt-14 max-w-150" aria-labelledby="empty">
      <h2 id="empty" className="text-xl font-semibold">
        Nothing here yet
      </h2>
      <p className="mt-2 text-ink-2">
        Send any supported asset to your {length === 1 ? 'account' : 'accounts'} on any chain above.
        It joins the one balance, usually within a minute of confirming.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="lg"
          icon={QrCode}
          onClick={() => openWalletDialog('receive')}
        >
          Show address
        </Button>
        <FaucetButton size="lg" />
      </div>
    </section>
  )
}
