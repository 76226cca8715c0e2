import { Check, Plus } from 'lucide-react'

import { Address } from '../../../components/status/Address.tsx'
import { Button } from '../../../components/forms/Button.tsx'
import { translate } from '../../../language/translate.ts'
import { isSameJoined, maxAccounts } from '../../../wallets/accounts/choice/accountChoice.ts'
import { removeEntry } from '../../../wallets/accounts/choice/accountEntries.ts'
import { kindNames } from '../../../wallets/accounts/accountNames.ts'
import {
  type EvmKind,
  evmKinds,
  computeOwnAccount,
} from '../../../wallets/accounts/choice/ownAccounts.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { saveEntries, useAccountEntries } from '../../../wallets/accounts/useAccountEntries.ts'
import type { ConnectedKey } from '../../../wallets/accounts/owner/useWalletChoices.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { kindSentences } from '../accountLabels.ts'
import { useAccountUsability } from '../useAccountUsability.ts'

/** The accounts that a connected key has, to add them to the list. */
export function KeyAccounts(props: KeyAccounts.Props) {
  const { address: owner, wallet } = props.of
  return (
    <section
      aria-label={translate('Accounts for {owner} in {wallet}', { owner, wallet: wallet.name })}
    >
      <h3 className="label mb-2 flex flex-wrap items-center gap-x-2">
        {wallet.name}
        <Address value={owner} label={translate('key')} canCopy={false} />
      </h3>
      <ul className="inset rule px-4">
        {evmKinds.map((kind) => (
          <Offer key={kind} kind={kind} of={props.of} />
        ))}
      </ul>
    </section>
  )
}

export declare namespace KeyAccounts {
  type Props = { of: ConnectedKey }
}

function Offer(props: { kind: EvmKind; of: ConnectedKey }) {
  const { kind, of } = props
  const entries = useAccountEntries()
  const { accounts } = useAccount()
  const network = useNetwork()
  const account = { owner: of.address, kind, wallet: of.wallet }
  const { accountAddress } = computeOwnAccount(network, account)
  const { isPossible, limit } = useAccountUsability(account)
  if (!entries) return null
  const isIn = entries.some((one) => isSameJoined(one, account))
  const isActive = isSameJoined(entries[0], account)
  function toggle() {
    if (!entries || isActive) return
    saveEntries(
      isIn ? removeEntry(entries, account) : [...entries, { ...account, isFunding: true }],
    )
  }
  const canToggle = isIn || (isPossible && accounts.length < maxAccounts)
  const values = { name: kindNames[kind], wallet: of.wallet.name }
  return (
    <li className="flex items-start gap-3 py-3.5">
      <div className="min-w-0 flex-1">
        <div className="font-semibold">{kindNames[kind]}</div>
        <p className="mt-0.5 text-sm text-ink-2">{limit ?? kindSentences[kind]}</p>
        <div className="mt-1 text-sm">
          <Address value={accountAddress} label={kindNames[kind]} />
        </div>
      </div>
      {isActive ? (
        <span className="chip chip-channel">{translate('Active')}</span>
      ) : (
        <Button
          size="sm"
          icon={isIn ? Check : Plus}
          data-focus={canToggle || undefined}
          aria-pressed={isIn}
          aria-label={translate('Add {name} from {wallet}', values)}
          disabled={!canToggle}
          onClick={toggle}
        >
          {translate(isIn ? 'Added' : 'Add')}
        </Button>
      )}
    </li>
  )
}
