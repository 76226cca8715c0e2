import { ChevronDown, ChevronUp, Eye, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'wouter'

import { Address } from '../../../components/status/Address.tsx'
import { Button, IconButton } from '../../../components/forms/Button.tsx'
import { Icon } from '../../../components/forms/Icon.tsx'
import { translate } from '../../../language/translate.ts'
import { openWalletDialog } from '../../../wallets/walletDialogs.ts'
import { AccountMore } from './AccountMore.tsx'
import { AccountName } from './AccountName.tsx'
import type { AccountWorth } from './accountWorth.ts'
import { EvmControls, EvmPick, EvmSigner } from './EvmParts.tsx'
import type { AccountRow } from './useAccountRows.ts'
import { kindSentences } from '../accountLabels.ts'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { Skeleton } from '../../../components/status/Skeleton.tsx'

/** An account of the list: its name, address, worth, and what can be done with it. */
export function AccountItem(props: AccountItem.Props) {
  const { row, worth } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <li aria-label={`${row.name} ${row.address}`} className="py-3.5">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <span className="flex min-w-0 flex-1 items-center gap-2.5">
          {row.kind === 'evm' && <EvmPick row={row} id={id} />}
          {row.kind === 'watched' && <Icon of={Eye} size={16} className="text-ink-3" />}
          <AccountName row={row} labelFor={row.kind === 'evm' ? id : undefined} />
          {row.kind === 'evm' && row.isActive && (
            <span className="chip chip-channel max-sm:hidden">{translate('Active')}</span>
          )}
        </span>
        <AccountBalance worth={worth} />
      </div>
      <p id={`${id}-kind`} className="text-sm text-ink-2">
        {describeRow(row)}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Address value={row.address} label={row.name} />
        {row.kind === 'evm' && <EvmSigner row={row} />}
        {row.kind === 'watched' && <WatchLink address={row.address} />}
        {row.kind === 'evm' && <EvmControls row={row} />}
        {row.kind !== 'watched' && (
          <Button
            variant="link"
            size="sm"
            aria-expanded={isOpen}
            aria-label={translate('More about {name}', { name: row.name })}
            onClick={() => setOpen(!isOpen)}
          >
            {translate(isOpen ? 'Less' : 'More')}
          </Button>
        )}
        <span className="-my-1 ml-auto flex">
          <MoveButtons {...props} />
          <Remove {...props} />
        </span>
      </div>
      {isOpen && row.kind !== 'watched' && <AccountMore row={row} />}
    </li>
  )
}

export declare namespace AccountItem {
  type Props = {
    row: AccountRow
    worth: AccountWorth
    /** Its place in the list, from 0. */
    place: { index: number; count: number }
    onMove: (by: -1 | 1) => void
    onRemove: (row: AccountRow) => void
  }
}

/** Moves a row in the list; a button that leads nowhere stays, for the focus is on it. */
function MoveButtons(props: Pick<AccountItem.Props, 'row' | 'place' | 'onMove'>) {
  const { row, place, onMove } = props
  const { name } = row
  if (place.count === 1) return null
  return (
    <>
      <IconButton
        icon={ChevronUp}
        size="sm"
        label={translate('Move {name} up', { name })}
        aria-disabled={place.index === 0}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ChevronDown}
        size="sm"
        label={translate('Move {name} down', { name })}
        aria-disabled={place.index === place.count - 1}
        className="aria-disabled:opacity-40"
        onClick={() => onMove(1)}
      />
    </>
  )
}

/** The active account is replaced by another before it can go; Solana goes with its wallet. */
function Remove(props: Pick<AccountItem.Props, 'row' | 'onRemove'>) {
  const { row, onRemove } = props
  if (row.kind === 'solana' || (row.kind === 'evm' && row.isActive)) return null
  return (
    <IconButton
      icon={X}
      size="sm"
      label={translate('Remove {name} from the list', { name: row.name })}
      onClick={() => onRemove(row)}
    />
  )
}

function WatchLink(props: { address: string }) {
  return (
    <Link
      href={`/watch/${props.address}`}
      className="link"
      onClick={() => openWalletDialog('none')}
    >
      {translate('View balances')}
    </Link>
  )
}

/** What an account is, in one plain sentence. */
function describeRow(row: AccountRow): string {
  switch (row.kind) {
    case 'evm':
      return kindSentences[row.entry.kind]
    case 'solana':
      return translate('Your Solana address. Its wallet signs for it.')
    case 'watched':
      return translate('Watch-only. You can’t spend or sign with it.')
  }
}

/** What an account is worth, in the user's currency. */
function AccountBalance(props: AccountBalance.Props) {
  const { worth } = props
  const formats = useFormats()
  if (worth === 'loading')
    return (
      <>
        <span className="sr-only">{translate('Loading balance')}</span>
        <Skeleton width={72} />
      </>
    )
  if (worth === 'unknown') return <span className="text-buff">{translate('Unknown')}</span>
  const amount = formats.usd(worth.valueUsd)
  return (
    <span className="num font-semibold">
      {worth.isPartial ? translate('At least {amount}', { amount }) : amount}
    </span>
  )
}

declare namespace AccountBalance {
  type Props = { worth: AccountWorth }
}
