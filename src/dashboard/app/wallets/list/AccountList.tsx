import { useState } from 'react'

import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { Button } from '../../../components/forms/Button.tsx'
import { moveItem } from '../../../components/forms/moveItem.ts'
import { translate } from '../../../language/translate.ts'
import { maxAccounts } from '../../../wallets/accounts/choice/accountChoice.ts'
import { removeEntry } from '../../../wallets/accounts/choice/accountEntries.ts'
import { orderAccounts, setWatched } from '../../../wallets/accounts/choice/accountList.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { saveEntries, useAccountEntries } from '../../../wallets/accounts/useAccountEntries.ts'
import { AccountItem } from './AccountItem.tsx'
import { type AccountRow, useAccountRows } from './useAccountRows.ts'
import { useBalancesByAccount } from '../../../api/balances/balances.ts'
import { useVaultsByAccount } from '../../../api/chains/vaults.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { type AccountWorth, computeWorth } from './accountWorth.ts'

/** The accounts: the active one, those that pay with it, and those only kept or looked at. */
export function AccountList() {
  const rows = useAccountRows()
  const { accounts } = useAccount()
  const worthOf = useAccountWorths(rows.map(({ address }) => address))
  const [moved, setMoved] = useState('')
  const { removed, remove, restore } = useRemoval()
  function move(from: number, by: -1 | 1) {
    const [row, to] = [rows[from], from + by]
    if (!row || !rows[to]) return
    orderAccounts(
      moveItem(
        rows.map(({ address }) => address),
        { from, to },
      ),
    )
    setMoved(
      translate('{name}: {place} of {count}', {
        name: row.name,
        place: to + 1,
        count: rows.length,
      }),
    )
  }
  const isChoice = rows.filter(({ kind }) => kind === 'evm').length > 1
  return (
    <section aria-label={translate('Accounts')}>
      {isChoice && (
        <div className="mb-1 flex items-baseline justify-between gap-3 text-sm">
          <p className="text-ink-2">
            {translate(
              'The active account receives funds and makes calls. Selected accounts pay together with it.',
            )}
          </p>
          <span className="num shrink-0 text-ink-3">
            {translate('{count} of {limit} in use', { count: accounts.length, limit: maxAccounts })}
          </span>
        </div>
      )}
      <ul aria-label={translate('Accounts')} className="rule">
        {rows.map((row, index) => (
          <AccountItem
            key={row.address}
            row={row}
            worth={worthOf(row.address)}
            place={{ index, count: rows.length }}
            onMove={(by) => move(index, by)}
            onRemove={remove}
          />
        ))}
      </ul>
      <output className="sr-only">{moved}</output>
      {accounts.length >= maxAccounts && (
        <p className="mt-2 text-sm text-ink-3">
          {translate('Up to {limit} accounts can pay together. Deselect one to use another.', {
            limit: maxAccounts,
          })}
        </p>
      )}
      <output>
        {removed && (
          <span className="inset mt-2 flex flex-wrap items-center justify-between gap-3 px-4 py-2.5 text-sm">
            {translate('Removed {name} from the list. Its funds stay where they are.', {
              name: removed.name,
            })}
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed is gone */}
            <Button size="sm" autoFocus onClick={restore}>
              {translate('Undo')}
            </Button>
          </span>
        )}
      </output>
    </section>
  )
}

/** Takes accounts off the list; the last one can be put back. */
function useRemoval() {
  const entries = useAccountEntries()
  const [removed, setRemoved] = useState<AccountRow>()
  function remove(row: AccountRow) {
    if (row.kind === 'watched') setWatched(row.address, false)
    if (row.kind === 'evm' && entries) saveEntries(removeEntry(entries, row.entry))
    setRemoved(row)
  }
  function restore() {
    if (removed?.kind === 'watched') setWatched(removed.address, true)
    if (removed?.kind === 'evm' && entries) saveEntries([...entries, removed.entry])
    setRemoved(undefined)
  }
  return { removed, remove, restore }
}

/**
 * What the accounts of the list are worth. Those in use come from the query that the pages have;
 * the others are asked for once the list is open.
 */
function useAccountWorths(
  addresses: readonly AccountAddress[],
): (address: AccountAddress) => AccountWorth {
  const network = useNetwork()
  const { accounts } = useAccount()
  const others = addresses
    .filter((one) => accounts.every(({ accountAddress }) => !isSameAddress(accountAddress, one)))
    .map((accountAddress) => ({ accountAddress }))
  const inUse = useBalancesByAccount(accounts, network)
  const further = useBalancesByAccount(others, network)
  const vaultsOf = useVaultsByAccount(addresses, network)
  return (address) => {
    const isOther = others.some(({ accountAddress }) => isSameAddress(accountAddress, address))
    const { data, isError } = isOther ? further : inUse
    const found = data?.find(({ account }) => isSameAddress(account, address))
    const vaults = vaultsOf(address)
    if (found && !vaults.isPending) return computeWorth(address, { record: found.record, vaults })
    return isError ? 'unknown' : 'loading'
  }
}
