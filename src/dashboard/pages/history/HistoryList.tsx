import { LoaderCircle } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { useFeedPrices } from '../../api/chains/feedPrices.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { formatDay } from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../useChainIdentities.ts'
import { readSignedAmounts } from '../signing/storage/signedAmounts.ts'
import { HistoryEntry } from './HistoryEntry.tsx'
import { type HistoryRow, toHistoryRow } from './historyRow.ts'

/** Entries grouped by day; scrolling to the end loads more. */
export function HistoryList(props: HistoryList.Props) {
  const { records, order, more } = props
  const chains = useChainIdentities()
  const network = useNetwork()
  const assets = toAssetRecords(network)
  const prices = useFeedPrices(network).data
  const now = useNow(10_000)
  const own = useAccount().accounts.map(({ accountAddress }) => accountAddress)
  const signed = useMemo(() => readSignedAmounts(), [])
  const rows = records.map((record) =>
    toHistoryRow(record, { assets, prices, chains, order, own, signed }),
  )
  const isReported = records.some(({ quoteId }) => !signed.has(quoteId))
  return (
    <>
      {groupByDay(rows, now).map(({ label, entries }, index) => (
        <section key={label} aria-label={label}>
          <h2
            className={`px-3 pb-2.5 text-sm font-semibold text-ink-2 max-md:px-0 ${index === 0 ? 'pt-1' : 'pt-8'}`}
          >
            {label}
          </h2>
          <ul aria-label={`Executions, ${label}`} className="border-b border-line">
            {entries.map((row) => (
              <HistoryEntry key={row.quoteId} row={row} nowMs={now} />
            ))}
          </ul>
        </section>
      ))}
      {isReported && (
        <p className="pt-4 text-sm text-ink-3 md:px-3">
          Amounts that were not signed in this browser are as the service says. The page of each
          reads them from the chains.
        </p>
      )}
      <End {...more} />
    </>
  )
}

export declare namespace HistoryList {
  type Props = {
    records: readonly HistoryRecord[]
    order: 'createdAt' | 'updatedAt'
    more: { hasMore: boolean; isLoading: boolean; load: () => void }
  }
}

function End(props: HistoryList.Props['more']) {
  const { hasMore, isLoading, load } = props
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const node = end.current
    if (!node || !hasMore || isLoading) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) load()
      },
      { rootMargin: '400px' },
    )
    observer.observe(node)
    return () => observer.disconnect()
  }, [hasMore, isLoading, load])
  return (
    <div ref={end} className="flex items-center justify-center gap-2.5 py-8 text-sm text-ink-3">
      {isLoading && (
        <>
          <Icon of={LoaderCircle} size={16} spin className="text-channel" />
          Loading older entries
        </>
      )}
      {!isLoading && hasMore && (
        <Button size="sm" onClick={load}>
          Load older entries
        </Button>
      )}
      {!hasMore && 'That is everything'}
    </div>
  )
}

function groupByDay(
  rows: readonly HistoryRow[],
  nowMs: number,
): readonly { label: string; entries: readonly HistoryRow[] }[] {
  const days = new Map<string, HistoryRow[]>()
  for (const row of rows) {
    const label = formatDay(row.atMs, nowMs)
    days.set(label, [...(days.get(label) ?? []), row])
  }
  return [...days].map(([label, entries]) => ({ label, entries }))
}
