import { Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Button, getButtonClass } from '../../components/forms/Button.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { SupportDetails } from '../../components/status/SupportDetails.tsx'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { translate } from '../../language/translate.ts'
import { FaucetButton } from '../FaucetButton.tsx'
import { nothingHeld } from './emptyReason.ts'
import { useWalletFunds } from '../../api/balances/walletFunds.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/** Says that less is held than is asked for, and the ways to more; stands above a price. */
export function MissingFunds(props: MissingFunds.Props) {
  const { isEmpty, held, body, detail, onUseAll, children } = props
  const wallet = useFullWallet(isEmpty)
  const formats = useFormats()
  const { symbol } = held
  const title =
    props.title ??
    (isEmpty
      ? nothingHeld
      : held.units
        ? translate('You have {held} {symbol}', {
            held: formats.amount(held.units, { decimals: held.decimals }),
            symbol,
          })
        : translate('You have no {symbol}', { symbol }))
  return (
    <div className="mb-5 flex gap-3 border-b border-line pb-5">
      <span className={`mt-0.5 ${isEmpty ? 'text-channel' : 'text-flare'}`}>
        <Icon of={Wallet} size={22} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose break-words text-ink-2">
          {isEmpty
            ? translate('Funds you receive on any chain join one balance, and you pay from that.')
            : body}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {children}
          {onUseAll && <Button onClick={onUseAll}>{translate('Use all chains')}</Button>}
          {wallet !== undefined && (
            <Link href="/" className={getButtonClass({ variant: 'primary' })}>
              {translate('Add funds from {wallet}', { wallet })}
            </Link>
          )}
          <Button onClick={() => openWalletDialog('receive')}>{translate('Receive')}</Button>
          {isEmpty && <FaucetButton />}
        </div>
        {detail !== undefined && <SupportDetails>{detail}</SupportDetails>}
      </div>
    </div>
  )
}

export declare namespace MissingFunds {
  type Props = {
    /** Whether nothing is held of any asset. */
    isEmpty: boolean
    /** What is paid with, and how much of it there is. */
    held: { units: bigint | undefined; decimals: number; symbol: string }
    /** Replaces the title, where not the balance but the service says that it is too little. */
    title?: string | undefined
    /** What is missing, where something is held. */
    body: string
    /** The service's own words, for support. */
    detail?: string | undefined
    /** Pays from every chain again; undefined where none is left out. */
    onUseAll?: (() => void) | undefined
    /** Ways to ask for what is held. */
    children?: ReactNode
  }
}

/**
 * Names the connected wallet where it holds something itself, outside the accounts, that can be moved
 * in. The local wallet's own key keeps only what it needs for gas.
 *
 * @param isAsked - Whether the chains are read for it at all.
 */
function useFullWallet(isAsked: boolean): string | undefined {
  const { address, status, isLocal, connectorName } = useOwner()
  const { accounts } = useAccount()
  const isItself =
    address !== undefined &&
    accounts.some(({ accountAddress }) => isSameAddress(accountAddress, address))
  const isMeant = isAsked && status === 'connected' && !isLocal && !isItself
  const funds = useWalletFunds(useNetwork(), isMeant ? address : undefined).data
  const isFull = [...(funds?.values() ?? [])].some(
    (chain) => chain !== 'silent' && [...chain.units.values()].some((units) => units > 0n),
  )
  return isMeant && isFull ? (connectorName ?? translate('your wallet')) : undefined
}
