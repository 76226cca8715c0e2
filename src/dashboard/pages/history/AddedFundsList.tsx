import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { getServiceUrl } from '../../api/chains/serviceUrl.ts'
import { useDiscovery } from '../../api/service/discovery.ts'
import { type AddedFunds, useAddedFunds } from '../../api/state/addedFunds.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { formatExactTime, formatRelativeTime } from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import { translate } from '../../language/translate.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { toNamedAmount } from '../amounts/nameAmount.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { buildTransactionHref, getExplorers } from '../links/explorers.ts'
import { TransactionLink } from '../links/TransactionLink.tsx'

/** What this browser moved into the accounts from outside, folded away: the service has no record of it. */
export function AddedFundsList(props: AddedFundsList.Props) {
  const added = useAddedFunds(props.accounts)
  if (added.length === 0) return null
  return (
    <details className="group mb-4 border-y border-line" open={props.isAlone}>
      <summary className="flex min-h-11 items-center gap-2 text-sm md:px-3 [&::-webkit-details-marker]:hidden">
        <span className="font-semibold">{translate('Funds added')}</span>
        <Icon of={ChevronDown} size={16} className="ml-auto group-open:rotate-180" />
      </summary>
      <ul aria-label={translate('Funds added')} className="md:px-3">
        {added.map((one) => (
          <Event key={`${one.atMs}${one.parts[0]?.hash}`} added={one} />
        ))}
      </ul>
      <p className="py-3 text-sm text-ink-3 md:px-3">
        {translate(
          'Only funds added in this browser. Chain explorers list every transfer to your account.',
        )}
      </p>
    </details>
  )
}

export declare namespace AddedFundsList {
  type Props = {
    accounts: readonly string[]
    /** Nothing else is in the history. */
    isAlone: boolean
  }
}

function Event({ added }: { added: AddedFunds }) {
  const { atMs, source, parts } = added
  const formats = useFormats()
  const network = useNetwork()
  const assets = toAssetRecords(network)
  const chains = useChainIdentities()
  const now = useNow(10_000)
  const discovery = useDiscovery().data
  const explorers = useMemo(
    () => getExplorers(network, getServiceUrl(), discovery),
    [network, discovery],
  )
  return (
    <li className="border-t border-line py-3">
      <div className="flex justify-between gap-3 text-sm text-ink-3">
        <span>{source === 'wallet' ? translate('From your wallet') : translate('Test funds')}</span>
        <time dateTime={new Date(atMs).toISOString()} title={formatExactTime(atMs)}>
          {formatRelativeTime(atMs, now)}
        </time>
      </div>
      <ul className="mt-1 grid gap-x-8 gap-y-1 sm:grid-cols-2 xl:grid-cols-3">
        {parts.map(({ assetType, amount, hash }) => {
          const { chainId } = splitAssetType(assetType)
          const chainName = chains.get(chainId)?.name ?? chainId
          const named = toNamedAmount(assetType, amount, assets)
          return (
            <li key={assetType} className="flex items-baseline gap-2">
              <span className="num min-w-0 flex-1">
                {translate('{amount} on {name}', {
                  amount: named ? `+${formats.asset(named)}` : translate('an asset'),
                  name: chainName,
                })}
              </span>
              {hash !== undefined && (
                <TransactionLink
                  hash={hash}
                  chainName={chainName}
                  href={buildTransactionHref(explorers, { chainId, hash })}
                />
              )}
            </li>
          )
        })}
      </ul>
    </li>
  )
}
