import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'

import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { useApi } from '../../api/service/apiContext.ts'
import { liveOptions } from '../../api/service/history.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { formatExactTime, formatRelativeTime } from '../../components/status/formatTime.ts'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import { useNow } from '../../components/status/useNow.ts'
import { translate } from '../../language/translate.ts'
import { PreferredFormats } from '../amounts/PreferredFormats.tsx'
import { describeRow } from '../history/rows/describeRow.ts'
import { toHistoryRow } from '../history/rows/historyRow.ts'
import { useHistoryNames } from '../history/rows/useHistoryNames.ts'

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

function Row({ record }: { record: HistoryRecord }) {
  const { status, quoteId, timestamp } = record
  const formats = useFormats()
  const now = useNow()
  const row = toHistoryRow(record, useHistoryNames('createdAt').names)
  const { title, detail } = describeRow(row, formats)
  return (
    <li className="border-t border-line">
      <Link
        href={`/executions/${quoteId}`}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 py-3 hover:bg-hover md:grid-cols-[minmax(0,1fr)_8rem_8rem] md:px-3"
      >
        <span className="min-w-0">
          <span className="num block font-semibold">{title}</span>
          <span className="block text-sm text-ink-3">{detail}</span>
        </span>
        <span className="text-right md:text-left">
          <StatusChip status={status} />
        </span>
        <time
          className="num text-sm text-ink-3 max-md:col-span-2 md:text-right"
          dateTime={timestamp}
          title={formatExactTime(row.atMs)}
        >
          {formatRelativeTime(row.atMs, now)}
        </time>
      </Link>
    </li>
  )
}
