import { isAddressOn, splitAssetType } from '#protocol/ids/caip.ts'
import { useBalances, useOnChainBalances } from '../../api/balances/balances.ts'
import type { BalanceMismatch } from '../../api/balances/onChainBalances.ts'
import { useRelayedChains } from '../../api/chains/relayedChains.ts'
import { shortenAddress } from '../../components/status/Address.tsx'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Note } from '../../components/status/Note.tsx'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import { useShownAccounts } from '../../wallets/accounts/shownAccounts.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../chains/useChainIdentities.ts'

/** Maximum number of mismatches listed one by one. */
export const maxListed = 3

/** Returns balances that the service and the chains disagreed on in two consecutive reads. */
export function useBalanceMismatches(): readonly BalanceMismatch[] {
  const accounts = useShownAccounts()
  return useOnChainBalances(accounts, useNetwork()).mismatches
}

/** Balances on which service and chains disagree, one sentence each. */
export function BalanceMismatches(props: BalanceMismatches.Props) {
  const { amounts } = props
  return (
    <>
      {amounts.slice(0, maxListed).map((one) => (
        <BalanceMismatchText key={`${one.account} ${one.assetType}`} difference={one} />
      ))}
      {amounts.length > maxListed && (
        <p>
          {translate('And {count, plural, one {# more amount.} other {# more amounts.}}', {
            count: amounts.length - maxListed,
          })}
        </p>
      )}
    </>
  )
}

export declare namespace BalanceMismatches {
  type Props = { amounts: readonly BalanceMismatch[] }
}

function BalanceMismatchText({ difference }: { difference: BalanceMismatch }) {
  const { account, assetType, reported, held } = difference
  const { chainId } = splitAssetType(assetType)
  const accounts = useShownAccounts()
  const formats = useFormats()
  const chain = useChainIdentities().get(chainId)
  const member = useNetwork()
    .aggregates.flatMap(({ members }) => members)
    .find((one) => one.assetType === assetType)
  if (!member) return null
  const { decimals, symbol } = member
  function formatFull(units: bigint): string {
    return `${formats.amount(units, { decimals, detail: 'full' })} ${symbol}`
  }
  const able = accounts.filter(({ accountAddress }) => isAddressOn(accountAddress, chainId))
  const values = {
    reported: formatFull(reported),
    held: formatFull(held),
    chain: chain?.name ?? chainId,
    account: shortenAddress(account),
  }
  return (
    <p>
      {able.length > 1
        ? translate(
            'It reports {reported} in {account} on {chain}. The chain shows {held}.',
            values,
          )
        : translate('It reports {reported} on {chain}. The chain shows {held}.', values)}
    </p>
  )
}

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

/** Notes above a form that spends, whose amounts are read from the chains in any case. */
export function SpendableMismatchNote() {
  const amounts = useBalanceMismatches()
  return (
    <>
      <UnreadChains />
      {amounts.length > 0 && (
        <div className="mb-6">
          <Note tone="buff" isAlert title={translate('The service reports different values')}>
            <BalanceMismatches amounts={amounts} />
            <p>{translate('Your available balance is what the chains report.')}</p>
          </Note>
        </div>
      )}
    </>
  )
}
