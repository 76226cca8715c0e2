import { useQueries } from '@tanstack/react-query'
import { Waves } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'wouter'

import { isTerminal, type StatusRecord } from '#protocol/status/status.ts'
import { useApi } from '../../api/service/apiContext.ts'
import { executionOptions } from '../../api/service/execution.ts'
import { saveDuration } from '../../api/state/durations.ts'
import {
  closeExecution,
  forgetSentQuote,
  type OpenExecution,
} from '../../api/state/openExecutions.ts'
import { getRouteKind } from '../../api/state/routeKind.ts'
import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { readSentCalls } from '../../pages/signing/storage/signedQuotes.ts'
import { announceEnd } from './announceEnd.ts'

/** An id that the service does not know for so long was never accepted, milliseconds. */
const maxUnknownMs = 10 * 60_000

/** How many executions are open, as a link to the one, or to the history if there are more. */
export function OpenExecutionsPill(props: OpenExecutionsPill.Props) {
  const { open } = props
  const api = useApi()
  const [path] = useLocation()
  const answers = useQueries({
    queries: open.map(({ quoteId, sentAtMs }) => {
      const options = executionOptions(api, quoteId, { watchedSinceMs: sentAtMs })
      // The execution's own page asks already.
      return path === getPath(quoteId) ? { ...options, refetchInterval: false as const } : options
    }),
    combine: (results) => results.map(({ data }) => data),
  })
  useEffect(() => {
    for (const [index, execution] of open.entries()) {
      const status = answers[index]
      if (status && isTerminal(status.status)) endExecution(execution, status)
      else if (status === null && Date.now() - execution.sentAtMs > maxUnknownMs)
        forgetSentQuote(execution.quoteId)
    }
  }, [answers, open])
  const [only, ...others] = open
  if (!only) return null
  const count = open.length
  return (
    <Link
      href={others.length === 0 ? getPath(only.quoteId) : '/history'}
      className="chip chip-channel reach"
      aria-label={
        others.length === 0
          ? translate('1 in progress. Open it')
          : translate('{count} in progress. Open history', { count })
      }
    >
      <Icon of={Waves} size={14} />
      {translateRich('{count} <words>in progress</words>', {
        count,
        words: <span className="max-lg:hidden" />,
      })}
    </Link>
  )
}

export declare namespace OpenExecutionsPill {
  type Props = { open: readonly OpenExecution[] }
}

function getPath(quoteId: string): string {
  return `/executions/${quoteId}`
}

/** Measures an execution that has ended, tells a user who asked, and forgets it. */
function endExecution({ quoteId, awaited }: OpenExecution, record: StatusRecord): void {
  const durationMs = Date.parse(record.updatedAt ?? '') - Date.parse(record.createdAt ?? '')
  if (record.status === 'COMPLETED' && Number.isFinite(durationMs))
    saveDuration({
      quoteId,
      durationMs,
      kind: getRouteKind({
        isCall: readSentCalls().get(quoteId) !== undefined,
        from: record.originChainOperations.map(({ chain }) => chain),
        to: record.destinationChainOperations.map(({ chain }) => chain),
      }),
    })
  closeExecution(quoteId)
  if (awaited !== undefined) announceEnd({ quoteId, title: awaited, status: record.status })
}
