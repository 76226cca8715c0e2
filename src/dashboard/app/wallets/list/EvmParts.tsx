import { useId } from 'react'

import { Button } from '../../../components/forms/Button.tsx'
import { SignerChip } from '../../../components/status/Chip.tsx'
import { shortenAddress } from '../../../components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { isSameJoined, maxAccounts } from '../../../wallets/accounts/choice/accountChoice.ts'
import { orderAccounts } from '../../../wallets/accounts/choice/accountList.ts'
import { setFunding } from '../../../wallets/accounts/choice/accountEntries.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import {
  saveEntries,
  useAccountEntries,
  useActivate,
} from '../../../wallets/accounts/useAccountEntries.ts'
import { useKeySigners } from '../../../wallets/accounts/useKeySigners.ts'
import { useOwner } from '../../../wallets/accounts/owner/useOwner.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { useAccountUsability } from '../useAccountUsability.ts'
import { type AccountRow, useAccountRows } from './useAccountRows.ts'

/** A row of an EVM account. */
export type EvmRow = Extract<AccountRow, { kind: 'evm' }>

/** Makes the account the active one; says why it cannot be. */
export function EvmPick(props: { row: EvmRow; id: string }) {
  const { row, id } = props
  const canUse = useAccountUsability(row.entry)
  const activate = useSwitch(row)
  return (
    <input
      type="radio"
      id={id}
      name="active-account"
      className="size-4 shrink-0 accent-[var(--channel)]"
      aria-label={translate('Use {name}', { name: row.name })}
      aria-describedby={`${id}-kind`}
      data-focus={row.isActive || undefined}
      checked={row.isActive}
      disabled={!row.isActive && (!canUse.isPossible || !activate)}
      onChange={() => void activate?.()}
    />
  )
}

/** Whose key signs for an account of another key, and whether it can now. */
export function EvmSigner(props: { row: EvmRow }) {
  const { entry } = props.row
  const { address } = useOwner()
  const { members } = useAccount()
  const signers = useKeySigners()
  if (address && isSameAddress(address, entry.owner)) return null
  const index = members.findIndex((one) => isSameJoined(one, entry))
  const signer = signers[index]
  return (
    <>
      <span className="text-ink-3">
        {translate('{wallet} signs with {address}', {
          wallet: entry.wallet.name,
          address: shortenAddress(entry.owner),
        })}
      </span>
      {index !== -1 && signer && <SignerChip holder={signer} />}
    </>
  )
}

/** Whether the account is paid from besides the active one, and the way to use it alone. */
export function EvmControls(props: { row: EvmRow }) {
  const { row } = props
  const id = useId()
  const { accounts, members } = useAccount()
  const entries = useAccountEntries()
  const canUse = useAccountUsability(row.entry)
  const switchAlone = useSwitch(row, true)
  if (!entries) return null
  const { isFunding } = row.entry
  const isFull = accounts.length >= maxAccounts
  // A Solana account that is connected later can push an account out of a full set.
  const isLeftOut = isFunding && !members.some((one) => isSameJoined(one, row.entry))
  const isTogether = entries.filter((one) => one.isFunding).length > 1
  function fund(isOn: boolean) {
    if (entries) saveEntries(setFunding(entries, { id: row.entry, isFunding: isOn }))
  }
  if (!canUse.isPossible && !isFunding) return <p className="text-sm text-buff">{canUse.limit}</p>
  return (
    <>
      {!row.isActive && (
        <label className="flex min-h-6 items-center gap-2.5 text-sm text-ink-2 max-md:min-h-11">
          <input
            id={id}
            type="checkbox"
            className="size-4 shrink-0 accent-[var(--channel)]"
            aria-label={translate('Also pay from {name}', { name: row.name })}
            checked={isFunding}
            disabled={isFull && !isFunding}
            onChange={({ target }) => fund(target.checked)}
          />
          {translate('Also pay from this account')}
        </label>
      )}
      {isLeftOut && <span className="chip chip-buff">{translate('Not paying')}</span>}
      {isTogether && switchAlone && canUse.isPossible && (
        <Button
          variant="link"
          size="sm"
          aria-label={translate('Use only {name}', { name: row.name })}
          onClick={() => void switchAlone()}
        >
          {translate('Use only this')}
        </Button>
      )}
    </>
  )
}

/** Makes an account the active one; the rows stay where they are. */
function useSwitch({ entry }: EvmRow, isAlone = false): (() => Promise<void>) | undefined {
  const activate = useActivate()(entry, isAlone)
  const rows = useAccountRows()
  return (
    activate &&
    (async () => {
      orderAccounts(rows.map(({ address }) => address))
      await activate()
    })
  )
}
