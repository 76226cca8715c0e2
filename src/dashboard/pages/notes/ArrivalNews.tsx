import { ArrowDownLeft } from 'lucide-react'
import { useState } from 'react'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { Arrival } from '../../api/balances/arrivals.ts'
import { useArrivals } from '../../api/balances/useArrivals.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { formatClockTime } from '../../components/status/formatTime.ts'
import { translate } from '../../language/translate.ts'
import { useShownAccounts } from '../../wallets/accounts/shownAccounts.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { toNamedAmount } from '../amounts/nameAmount.ts'
import { PreferredFormats } from '../amounts/PreferredFormats.tsx'
import { useChainIdentities } from '../chains/useChainIdentities.ts'

/** Arrivals listed one by one, the newest. */
const maxListed = 4

/** What has arrived while this is open, newest first; said aloud as it comes. */
export function ArrivalNews(props: ArrivalNews.Props) {
  return (
    <PreferredFormats isPrivate>
      <News {...props} />
    </PreferredFormats>
  )
}

export declare namespace ArrivalNews {
  type Props = {
    /** At the foot of a sheet, or only said: where the rows themselves are marked. */
    form: 'sheet' | 'spoken'
  }
}

const forms = {
  sheet:
    '-mx-5 mt-5 -mb-6 block border-t border-line bg-surface px-5 pt-3 pb-4 text-sm md:-mx-6 md:px-6',
  spoken: 'sr-only',
} as const satisfies Record<ArrivalNews.Props['form'], string>

function News(props: ArrivalNews.Props) {
  const [openedAtMs] = useState(Date.now)
  // The page below may have watched for longer.
  const arrivals = useArrivals(useShownAccounts(), useNetwork()).filter(
    ({ atMs }) => atMs >= openedAtMs,
  )
  const describe = useArrivalWords()
  const newest = arrivals.toReversed().slice(0, maxListed)
  const rest = arrivals.length - newest.length
  return (
    // News is in sight wherever the sheet is scrolled to; until then it covers nothing.
    <output
      className={`${forms[props.form]} ${props.form === 'sheet' && newest.length > 0 ? 'sticky bottom-0' : ''}`}
    >
      {arrivals.length === 0 && props.form === 'sheet' && (
        <span className="block py-1 text-ink-3">
          {translate('Incoming funds appear here while this is open.')}
        </span>
      )}
      {newest.map((arrival) => (
        <span
          key={`${arrival.atMs} ${arrival.account} ${arrival.assetType}`}
          className="flex items-center gap-2 py-1 font-medium text-reed"
        >
          <Icon of={ArrowDownLeft} size={16} />
          <span className="num">{describe(arrival)}</span>
          <span aria-hidden className="num ml-auto font-normal text-ink-3">
            {formatClockTime(arrival.atMs)}
          </span>
        </span>
      ))}
      {rest > 0 && (
        <span className="block py-1 text-ink-3">
          {translate('{count, plural, one {# more received} other {# more received}}', {
            count: rest,
          })}
        </span>
      )}
    </output>
  )
}

/** Returns what says an arrival: "+25.00 USDC on Firth arrived". */
export function useArrivalWords(): (arrival: Pick<Arrival, 'assetType' | 'units'>) => string {
  const formats = useFormats()
  const assets = toAssetRecords(useNetwork())
  const chains = useChainIdentities()
  return ({ assetType, units }) => {
    const { chainId } = splitAssetType(assetType)
    const chain = chains.get(chainId)?.name ?? chainId
    const named = toNamedAmount(assetType, String(units), assets)
    return named
      ? translate('+{amount} received on {chain}', { amount: formats.asset(named), chain })
      : translate('An asset was received on {chain}', { chain })
  }
}
