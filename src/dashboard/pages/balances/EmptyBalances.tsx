import { QrCode } from 'lucide-react'
import { Suspense } from 'react'

import { Button } from '../../components/forms/Button.tsx'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { FaucetButton } from '../FaucetButton.tsx'
import { lazyComponent } from '../../components/lazyComponent.tsx'
import { hasWalletHoldings, WalletPanel } from './wallet/WalletPanel.tsx'
import type { OwnWallet } from './wallet/useWalletHoldings.ts'

const ReceivePart = lazyComponent(
  async () => (await import('../receive/ReceivePart.tsx')).ReceivePart,
)

/**
 * Next steps for an account without funds: first to move in what the connected wallet holds, where
 * it holds something.
 */
export function EmptyBalances(props: EmptyBalances.Props) {
  const { wallet, onMove } = props
  const { length } = useAccount().accounts
  if (wallet && hasWalletHoldings(wallet)) return <FilledWallet wallet={wallet} onMove={onMove} />
  // Until then nobody knows what the first step is.
  if (wallet && !wallet.isLocal && !wallet.holdings)
    return (
      <output className="mt-4 block text-ink-2">
        {translate('Checking {wallet} on every chain', { wallet: wallet.name })}
      </output>
    )
  return (
    <section className="mt-4 max-w-160" aria-labelledby="empty">
      <h2 id="empty" className="text-xl font-semibold">
        {translate('Nothing here yet')}
      </h2>
      <p className="mt-2 text-ink-2">
        {translate(
          '{accounts, plural, one {Send any supported asset to your account on any chain.} other {Send any supported asset to your accounts on any chain.}}',
          { accounts: length },
        )}{' '}
        {translate('It’s added to your balance, usually within a minute of confirmation.')}
        {wallet && !wallet.isLocal && ` ${describeWallet(wallet)}`}
      </p>
      <div className="mt-6 empty:hidden">
        <FaucetButton variant="primary" size="lg" />
      </div>
      <div className="panel mt-6 min-h-64 p-5 md:p-6">
        <Suspense>
          <ReceivePart />
        </Suspense>
      </div>
    </section>
  )
}

export declare namespace EmptyBalances {
  type Props = { wallet: OwnWallet | undefined; onMove: WalletPanel.Props['onMove'] }
}

/** That the wallet holds nothing, as far as its chains answered. */
function describeWallet({ name, holdings }: OwnWallet): string {
  const { unread = [] } = holdings ?? {}
  return unread.length === 0
    ? translate('{wallet} has none on these chains.', { wallet: name })
    : translate('{chains} didn’t respond, so wallet balances there are unknown.', {
        chains: joinNames(unread.map((chain) => chain.name)),
      })
}

/** The account is empty, but the wallet that owns it is not. */
function FilledWallet(props: { wallet: OwnWallet; onMove: WalletPanel.Props['onMove'] }) {
  const { wallet, onMove } = props
  return (
    <section className="mt-4 max-w-150" aria-labelledby="empty">
      <h2 id="empty" className="text-xl font-semibold">
        {translate('Add funds from {wallet}', { wallet: wallet.name })}
      </h2>
      <p className="mt-2 text-ink-2">
        {translate(
          'Estuary spends from a smart account that only {wallet} controls. What you add is one balance on every chain. You can send it out again at any time.',
          { wallet: wallet.name },
        )}
      </p>
      <WalletPanel wallet={wallet} isFirst onMove={onMove} />
      <div className="mt-6 flex flex-wrap gap-2">
        <Button icon={QrCode} onClick={() => openWalletDialog('receive')}>
          {translate('Receive from elsewhere')}
        </Button>
        <FaucetButton />
      </div>
    </section>
  )
}
