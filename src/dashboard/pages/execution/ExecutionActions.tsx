import { Bell, BellRing, Download } from 'lucide-react'
import { Link } from 'wouter'

import type { HistoryRecord } from '#protocol/status/status.ts'
import { awaitExecution, useOpenExecutions } from '../../api/state/openExecutions.ts'
import { getButtonClass, Button } from '../../components/forms/Button.tsx'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'
import { useRepeatState } from '../quoting/recipient/useRepeatState.ts'
import { type ReceiptSources, saveReceipt } from '../files/saveReceipt.ts'
import { buildRetryHref } from './buildRetryHref.ts'
import type { ExecutionView } from './view/executionView.ts'

/** Where to go on from a completed execution. */
const next = {
  SWAP: { href: '/swap', label: translate('New swap') },
  CALL: { href: '/call', label: translate('New call') },
} as const

/** What can be done with an execution: its receipt, a message at its end, the next one. */
export function ExecutionActions(props: ExecutionActions.Props) {
  const { view, record, title, sources } = props
  const state = useRepeatState(record?.destinationToken.recipientAccount)
  const isOver = view.status === 'COMPLETED' || view.hasFailed
  const isDone = view.status === 'COMPLETED'
  const again =
    view.type === 'TRANSFER'
      ? { href: buildRetryHref(view, record), label: translate('Send again') }
      : next[view.type ?? 'SWAP']
  return (
    <div className="flex flex-wrap gap-2 lg:shrink-0 print:hidden">
      {!isOver && <AwaitButton quoteId={sources.quoteId} title={title} />}
      {isOver && (
        <Button icon={Download} onClick={() => saveReceipt(sources)}>
          {translate('Receipt')}
        </Button>
      )}
      {isDone && (
        <Link href={again.href} state={state} className={getButtonClass({ variant: 'primary' })}>
          {again.label}
        </Link>
      )}
    </div>
  )
}

export declare namespace ExecutionActions {
  type Props = {
    view: ExecutionView
    /** Undefined while the service does not know the execution. */
    record: HistoryRecord | undefined
    title: string
    sources: ReceiptSources
  }
}

/** Asks the browser's permission only on a click; the tab's title tells it in any case. */
function AwaitButton(props: { quoteId: ReceiptSources['quoteId']; title: string }) {
  const { quoteId, title } = props
  const open = useOpenExecutions().find((one) => one.quoteId === quoteId)
  if (!open) return null
  const isAwaited = open.awaited !== undefined
  async function toggle() {
    awaitExecution(quoteId, isAwaited ? undefined : title)
    if (isAwaited || typeof Notification === 'undefined') return
    const permission = await Notification.requestPermission()
    if (permission !== 'granted')
      showToast(
        translate('Notifications are off in this browser. The tab title will change instead'),
      )
  }
  return (
    <Button
      icon={isAwaited ? BellRing : Bell}
      aria-pressed={isAwaited}
      onClick={() => void toggle()}
    >
      {translate('Notify me when done')}
    </Button>
  )
}
