import { ChevronLeft, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { readUsualDuration, type UsualDuration } from '../../api/state/durations.ts'
import { getRouteKind } from '../../api/state/routeKind.ts'
import { Icon } from '../../components/forms/Icon.tsx'
import { Chip } from '../../components/status/Chip.tsx'
import { UnlistedMark } from '../../components/status/UnlistedMark.tsx'
import { getToldStatus, StatusChip } from '../../components/status/StatusChip.tsx'
import {
  formatClockTime,
  formatDuration,
  formatExactTime,
  formatSpan,
} from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import { translate } from '../../language/translate.ts'
import { ExecutionActions } from './ExecutionActions.tsx'
import type { ReceiptSources } from '../files/saveReceipt.ts'
import type { ExecutionView } from './view/executionView.ts'

/** Without measured times an execution is called slow after a minute: most take a few blocks. */
const unmeasuredSlowMs = 60_000

/** Says that an execution takes longer than usual, and what is usual; empty while it does not. */
export function describeSlowness(elapsedMs: number, usual: UsualDuration | undefined): string {
  if (!usual)
    return elapsedMs > unmeasuredSlowMs
      ? translate(
          'This is taking more than a minute. There’s no history here yet to say what’s usual.',
        )
      : ''
  if (elapsedMs <= usual.slowMs) return ''
  return translate(
    'Taking longer than usual: {count, plural, one {your last one like it took about {duration}.} other {your last # like it took about {duration}.}}',
    { count: usual.count, duration: formatDuration(usual.usualMs) },
  )
}

/** Title, status and duration; the status is announced when it changes. */
export function ExecutionHead(props: ExecutionHead.Props) {
  const { view, record, title, isUnreachable, sources } = props
  const isUnlisted = [...view.legs, view.received].some((amount) => amount?.isUnlisted)
  return (
    <div className="mb-6 flex flex-col justify-between gap-4 lg:flex-row lg:items-start">
      <div className="min-w-0">
        <Link
          href="/history"
          className="reach mb-2 -ml-1 inline-flex items-center gap-1 text-sm text-ink-2 hover:text-ink"
        >
          <Icon of={ChevronLeft} size={16} />
          {translate('History')}
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-xl font-semibold md:text-2xl">{title}</h1>
          {isUnlisted && <UnlistedMark />}
          <output>
            <Status view={view} />
          </output>
        </div>
        <Times view={view} isUnreachable={isUnreachable} />
      </div>
      <ExecutionActions view={view} record={record} title={title} sources={sources} />
    </div>
  )
}

export declare namespace ExecutionHead {
  type Props = {
    view: ExecutionView
    /** Undefined while the service does not know the execution. */
    record: HistoryRecord | undefined
    title: string
    isUnreachable: boolean
    /** What its receipt is made of. */
    sources: ReceiptSources
  }
}

function Status(props: { view: ExecutionView }) {
  const { status, hasFailed, legs } = props.view
  const wasCharged = legs.some(({ word }) => word !== 'untaken')
  // The chains show the refund before the service reports it.
  if (hasFailed && status !== 'REFUNDED' && status !== 'FAILED')
    return (
      <Chip tone="buff" icon={Undo2} size="lg">
        {translate('Reclaimed')}
      </Chip>
    )
  if (status) return <StatusChip status={getToldStatus(status, { wasCharged })} size="lg" />
  return <span className="chip chip-lg">{translate('Read from the chains')}</span>
}

function Times(props: { view: ExecutionView; isUnreachable: boolean }) {
  const { view } = props
  const { startedAtMs, endedAtMs, status } = view
  const [usual] = useState(() => readUsualDuration(getKind(view)))
  const now = useNow()
  if (startedAtMs === undefined) return null
  if (endedAtMs !== undefined) {
    const times = {
      duration: formatSpan(startedAtMs, endedAtMs),
      start: formatClockTime(startedAtMs, 'seconds'),
      end: formatClockTime(endedAtMs, 'seconds'),
    }
    return (
      <p className="mt-1.5 text-ink-2" title={formatExactTime(startedAtMs)}>
        {status === 'COMPLETED'
          ? translate('Took {duration}, from {start} to {end}.', times)
          : translate('Ended after {duration}, from {start} to {end}.', times)}
      </p>
    )
  }
  const elapsedMs = now - startedAtMs
  return (
    <p className="mt-1.5 text-ink-2" title={formatExactTime(startedAtMs)}>
      {[
        translate('Started {duration} ago.', { duration: formatDuration(elapsedMs) }),
        props.isUnreachable ? '' : translate('You can close this page. It keeps going.'),
        describeSlowness(elapsedMs, usual),
      ]
        .filter((sentence) => sentence !== '')
        .join(' ')}
    </p>
  )
}

function getKind({ call, legs, received }: ExecutionView) {
  return getRouteKind({
    isCall: call !== undefined,
    from: legs.map(({ chainId }) => chainId),
    to: received ? [received.chainId] : [],
  })
}
