import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { useFeedPrices } from '../../../api/chains/feedPrices.ts'
import { useApi } from '../../../api/service/apiContext.ts'
import { recentOptions } from '../../../api/service/history.ts'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { formatClockTime, formatDay } from '../../../components/status/formatTime.ts'
import { translate } from '../../../language/translate.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { readSignedAmounts } from '../../signing/storage/signedAmounts.ts'
import type { Holdings } from '../holdings.ts'
import type { Motion } from '../motion/findMotions.ts'
import { computeWorth, type Worth } from './computeWorth.ts'
import { WorthChart } from './WorthChart.tsx'

/** What the accounts were worth over time, from their own executions; nothing without two. */
export function WorthOverTime(props: WorthOverTime.Props) {
  const worth = useWorth(props)
  const formats = useFormats()
  if (!worth) return null
  const { points, count, isPartial } = worth
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const label = createLabel(worth)
  const values = points.map(({ valueUsd }) => valueUsd)
  return (
    <section aria-labelledby="worth" className="panel p-5">
      <h2 id="worth" className="text-lg font-semibold">
        {translate('Value over time')}
      </h2>
      <p className="num mt-0.5 text-sm text-ink-3">
        {translate('Between {least} and {most}.', {
          least: formats.usd(Math.min(...values)),
          most: formats.usd(Math.max(...values)),
        })}
      </p>
      <WorthChart points={points} />
      <p aria-hidden className="num mt-1.5 flex justify-between gap-4 text-sm text-ink-2">
        <span>
          {label(first.atMs)} <span className="text-ink-3">{formats.usd(first.valueUsd)}</span>
        </span>
        <span>{translate('Now')}</span>
      </p>
      {/* A table takes no height of its own. */}
      <div className="sr-only">
        <table>
          <caption>{translate('Value over time')}</caption>
          <thead>
            <tr>
              <th scope="col">{translate('When')}</th>
              <th scope="col">{translate('Value')}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ atMs, valueUsd }) => (
              <tr key={atMs}>
                <th scope="row">{atMs === last.atMs ? translate('Now') : label(atMs)}</th>
                <td>{formats.usd(valueUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-sm text-ink-3">
        {translate(
          'Worked out from what you hold now and your last {count} executions here, at the prices in their records.',
          { count },
        )}{' '}
        {isPartial
          ? translate(
              'Some money was received or sent in other ways: that, and what contract calls did, is not in it.',
            )
          : translate(
              'Money received or sent in other ways, and what contract calls did, is not in it.',
            )}
      </p>
    </section>
  )
}

export declare namespace WorthOverTime {
  type Props = {
    /** Of all chains. */
    holdings: Holdings
    motions: readonly Motion[]
  }
}

function useWorth({ holdings, motions }: WorthOverTime.Props): Worth | undefined {
  const network = useNetwork()
  const { accounts } = useAccount()
  const own = useMemo(() => accounts.map(({ accountAddress }) => accountAddress), [accounts])
  const { data, dataUpdatedAt } = useQuery(recentOptions(useApi(), own))
  const prices = useFeedPrices(network).data
  // A chain that is not read would look like a loss.
  const { unavailable, vaultsUnknownOn } = holdings
  if (!data || !prices || unavailable.length + vaultsUnknownOn.length > 0) return undefined
  const signed = readSignedAmounts()
  const records = data.map((record) => ({ ...record, ...signed.get(record.quoteId) }))
  const held = [
    ...holdings.assets.flatMap(({ parts }) => parts),
    ...motions.flatMap(({ taken }) => taken),
  ]
  const assets = toAssetRecords(network)
  return computeWorth(records, { assets, held, prices, own, nowMs: dataUpdatedAt })
}

/** Days, or the time of day where all is of one. */
function createLabel({ points }: Worth): (atMs: number) => string {
  const [first, last] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0]
  const isOneDay = new Date(first).toDateString() === new Date(last).toDateString()
  return (atMs) => (isOneDay ? formatClockTime(atMs) : formatDay(atMs, last))
}
