import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { type AccountAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { useApi } from '../../api/service/apiContext.ts'
import { liveOptions } from '../../api/service/history.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { formatExactTime, formatRelativeTime } from '../../components/status/formatTime.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useNow } from '../../components/status/useNow.ts'
import { translate, translateIn } from '../../language/translate.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { toNamedAmount } from '../amounts/nameAmount.ts'
import { sumPaidAmount } from '../amounts/sumPaidAmount.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { PreferredFormats } from '../amounts/PreferredFormats.tsx'

const maxShown = 10

/** What an address that is only looked at did last through the service. */
export function WatchedActivity(props: WatchedActivity.Props) {
  const { data, isError } = useQuery(liveOptions(useApi(), [props.address]))
  if (!data && !isError) return null
  return (
    <PreferredFormats isPrivate>
      <section aria-labelledby="activity" className="mt-12">
        <h2 id="activity" className="text-lg font-semibold">
          {translate('Latest activity')}{' '}
          <small className="text-sm font-normal text-ink-3">
            {translate('reported by the service')}
          </small>
        </h2>
        {data && data.length > 0 ? (
          <ul className="mt-3 border-b border-line">
            {data.slice(0, maxShown).map((record) => (
              <Row key={record.quoteId} record={record} />
            ))}
          </ul>
        ) : (
          <p className="mt-2 text-ink-2">
            {data
              ? translate('This address made no swaps, transfers or calls here.')
              : translate('Couldn’t load activity. It’s tried again automatically.')}
          </p>
        )}
      </section>
    </PreferredFormats>
  )
}

export declare namespace WatchedActivity {
  type Props = { address: AccountAddress }
}

const kinds = {
  SWAP: translateIn('a kind of execution', 'Swap'),
  TRANSFER: translate('Transfer'),
  CALL: translate('Contract call'),
} satisfies Record<HistoryRecord['type'], string>

function Row({ record }: { record: HistoryRecord }) {
  const { originToken, destinationToken, type, status, timestamp, quoteId } = record
  const formats = useFormats()
  const now = useNow()
  const assets = toAssetRecords(useNetwork())
  const chains = useChainIdentities()
  const paid = sumPaidAmount(originToken.fiatValue, assets)
  const received = toNamedAmount(destinationToken.assetType, destinationToken.amount, assets)
  // Of a transfer, what was sent: the fee is no part of it, as in the history.
  const shown = type === 'TRANSFER' ? (received ?? paid) : paid
  const { chainId } = splitAssetType(destinationToken.assetType)
  const chain = chains.get(chainId)?.name ?? chainId
  const atMs = Date.parse(timestamp)
  return (
    <li className="border-t border-line">
      <Link
        href={`/executions/${quoteId}`}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 py-3 hover:bg-hover md:grid-cols-[minmax(0,1fr)_8rem_8rem] md:px-3"
      >
        <span className="min-w-0">
          <span className="num block font-semibold">
            {shown ? formats.asset(shown) : kinds[type]}
          </span>
          <span className="block text-sm text-ink-3">
            {type === 'CALL'
              ? translate('Contract call on {chain}', { chain })
              : type === 'TRANSFER'
                ? translate('Transfer on {chain}', { chain })
                : translate('Swap to {symbol} on {chain}', {
                    symbol: received?.symbol ?? translate('an asset'),
                    chain,
                  })}
          </span>
        </span>
        <span className="text-right md:text-left">
          <StatusChip status={status} />
        </span>
        <time
          className="num text-sm text-ink-3 max-md:col-span-2 md:text-right"
          dateTime={timestamp}
          title={formatExactTime(atMs)}
        >
          {formatRelativeTime(atMs, now)}
        </time>
      </Link>
    </li>
  )
}
