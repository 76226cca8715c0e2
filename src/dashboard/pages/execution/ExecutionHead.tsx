import { ChevronLeft, Undo2 } from 'lucide-react'
import { Link } from 'wouter'

import { getButtonClass } from '../../components/forms/getButtonClass.ts'
import { Icon } from '../../components/forms/Icon.tsx'
import { Chip } from '../../components/status/Chip.tsx'
import { StatusChip } from '../../components/status/StatusChip.tsx'
import {
  formatClockTime,
  formatDuration,
  formatExactTime,
} from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import type { ExecutionView } from './view/executionView.ts'

const nextSwap = { href: '/swap', label: 'New swap' }
const next = {
  SWAP: nextSwap,
  TRANSFER: { href: '/send', label: 'Send again' },
  CALL: { href: '/call', label: 'New call' },
} as const

/** Title, status and duration; the status is announced when it changes. */
export function ExecutionHead(props: ExecutionHead.Props) {
  const { view, title, isUnreachable } = props
  const again = view.type === undefined ? nextSwap : next[view.type]
  return (
    <div className="mb-6 flex flex-col justify-between gap-4 md:flex-row md:items-start">
      <div className="min-w-0">
        <Link
          href="/history"
          className="mb-2 -ml-1 inline-flex items-center gap-1 text-sm text-ink-2 hover:text-ink"
        >
          <Icon of={ChevronLeft} size={16} />
          History
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-xl font-semibold md:text-2xl">{title}</h1>
          <output>
            <Status view={view} />
          </output>
        </div>
        <Times view={view} isUnreachable={isUnreachable} />
      </div>
      {view.status === 'COMPLETED' && (
        <Link href={again.href} className={getButtonClass({ variant: 'primary' })}>
          {again.label}
        </Link>
      )}
    </div>
  )
}

export declare namespace ExecutionHead {
  type Props = { view: ExecutionView; title: string; isUnreachable: boolean }
}

function Status(props: { view: ExecutionView }) {
  const { status, hasFailed } = props.view
  // The chains show the refund before the service reports it.
  if (hasFailed && status !== 'REFUNDED' && status !== 'FAILED')
    return (
      <Chip tone="buff" icon={Undo2} size="lg">
        Taken back
      </Chip>
    )
  if (status) return <StatusChip status={status} size="lg" />
  return <span className="chip chip-lg">Read from the chains</span>
}

function Times(props: { view: ExecutionView; isUnreachable: boolean }) {
  const { startedAtMs, endedAtMs, status } = props.view
  const now = useNow()
  if (startedAtMs === undefined) return null
  if (endedAtMs !== undefined)
    return (
      <p className="mt-1.5 text-ink-2" title={formatExactTime(startedAtMs)}>
        {status === 'COMPLETED' ? 'Took' : 'Ended after'} {formatDuration(endedAtMs - startedAtMs)},
        from {formatClockTime(startedAtMs, 'seconds')} to {formatClockTime(endedAtMs, 'seconds')}.
      </p>
    )
  const elapsedMs = now - startedAtMs
  return (
    <p className="mt-1.5 text-ink-2" title={formatExactTime(startedAtMs)}>
      Started {formatDuration(elapsedMs)} ago.
      {!props.isUnreachable && ' You can close this page and come back, it keeps going.'}
      {elapsedMs > slowMs && ' It takes longer than usual.'}
    </p>
  )
}

/** An execution that takes longer is called slow: most end within seconds, a few blocks. */
const slowMs = 60_000
