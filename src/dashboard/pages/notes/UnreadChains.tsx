import { useBalances, useOnChainBalances } from '../../api/balances/balances.ts'
import { useRelayedChains } from '../../api/chains/relayedChains.ts'
import { Note } from '../../components/status/Note.tsx'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import { useShownAccounts } from '../../wallets/accounts/shownAccounts.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../chains/useChainIdentities.ts'

/**
 * Names the chains that this browser could not read, so that their balances are only the service's;
 * nothing for chains that the service could not read either, as no balance is shown for them.
 */
export function UnreadChains() {
  const accounts = useShownAccounts()
  const network = useNetwork()
  const known = useBalances(accounts, network).data?.unavailableChains ?? []
  const unread = useOnChainBalances(accounts, network).unresponsiveChains.filter(
    (chainId) => !known.includes(chainId),
  )
  const identities = useChainIdentities()
  // In the order of all other lists, not in the order in which they fell silent.
  const unreadNames = [...identities].flatMap(([id, { name }]) =>
    unread.some((chainId) => chainId === id) ? [name] : [],
  )
  if (unreadNames.length === 0) return <RelayedChains />
  const names = joinNames(unreadNames)
  return (
    <div className="mb-6">
      <Note
        tone="buff"
        isAlert
        title={translate('{names} didn’t respond to this browser', { names })}
      >
        <p>
          {translate(
            'Balances there are as reported by the service and unverified. Retrying every few seconds.',
          )}
        </p>
      </Note>
    </div>
  )
}

/** Names chains that are only reached through the service: balances there are not checked. */
function RelayedChains() {
  const relayed = useRelayedChains()
  // In the order of all other lists, not in the order in which they were reached.
  const names = [...useChainIdentities()].flatMap(([id, { name }]) =>
    relayed.some((chainId) => chainId === id) ? [name] : [],
  )
  if (names.length === 0) return null
  return (
    <p className="mb-6 text-sm text-ink-3">
      {translate(
        '{count, plural, one {{names} is read through this service, because this browser can’t reach another provider} other {{names} are read through this service, because this browser can’t reach other providers}}. Balances and prices there are as the service reports them. What you sign is still verified in this browser.',
        { count: names.length, names: joinNames(names) },
      )}
    </p>
  )
}
