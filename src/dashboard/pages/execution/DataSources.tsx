import { Link } from 'wouter'

import type { ExecutionTrace } from '../../api/chains/trace.ts'
import { formatClockTime } from '../../components/status/formatTime.ts'
import { translate } from '../../language/translate.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'

/** The sources of the page's data and their age: this browser, the service, each chain. */
export function DataSources(props: DataSources.Props) {
  const { isSigned, signedAtMs, service, trace, traceReadAtMs } = props
  const chains = useChainIdentities()
  const unread = trace?.unread ?? []
  const read = [...(trace?.blockTimes ?? [])].filter(([chainId]) => !unread.includes(chainId))
  return (
    <details
      className="mt-8 text-sm text-ink-2"
      open={service.isUnreachable || unread.length > 0 || undefined}
    >
      <summary className="w-fit rounded-sm">{translate('Data sources')}</summary>
      <dl className="mt-2 grid max-w-xl grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <dt className="text-ink-3">{translate('Expected amounts')}</dt>
        <dd>
          {isSigned
            ? signedAtMs === undefined
              ? translate('As signed in this browser')
              : translate('As signed in this browser at {time}', {
                  time: formatClockTime(signedAtMs, 'seconds'),
                })
            : translate('As reported by the service')}
        </dd>
        <dt className="text-ink-3">{translate('Service')}</dt>
        <dd>{describeService(service)}</dd>
        {read.map(([chainId, blockTime]) => (
          <Chain key={chainId} name={chains.get(chainId)?.name ?? chainId}>
            {translate('Read at {time}, latest block {blockTime}', {
              time: formatClockTime(traceReadAtMs, 'seconds'),
              blockTime: formatClockTime(Number(blockTime) * 1000, 'seconds'),
            })}
          </Chain>
        ))}
        {unread.map((chainId) => (
          <Chain key={chainId} name={chains.get(chainId)?.name ?? chainId}>
            <span className="font-medium text-buff">
              {translate('Not responding: recent activity unknown')}
            </span>
          </Chain>
        ))}
      </dl>
      <Link href="/receipt" className="link mt-3 inline-block print:hidden">
        {translate('Verify a receipt')}
      </Link>
    </details>
  )
}

export declare namespace DataSources {
  type Props = {
    isSigned: boolean
    /** Unix milliseconds. */
    signedAtMs: number | undefined
    service: {
      /** Unix milliseconds; undefined until the first answer. */
      answeredAtMs: number | undefined
      isUnreachable: boolean
    }
    /** Undefined until the chains were read. */
    trace: Pick<ExecutionTrace, 'blockTimes' | 'unread'> | undefined
    /** Unix milliseconds. */
    traceReadAtMs: number
  }
}

function Chain(props: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{props.name}</dt>
      <dd className="num">{props.children}</dd>
    </>
  )
}

function describeService({ answeredAtMs, isUnreachable }: DataSources.Props['service']): string {
  if (answeredAtMs === undefined) return translate('No response yet')
  const time = formatClockTime(answeredAtMs, 'seconds')
  return isUnreachable
    ? translate('No response since {time}', { time })
    : translate('Responded at {time}', { time })
}
