import type { ChainId } from '#protocol/ids/caip.ts'
import { Note } from '../../components/status/Note.tsx'
import { formatClockTime } from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import type { ExecutionView } from './view/executionView.ts'

/**
 * Names the chains that block an execution, with what was taken so far and when it expires;
 * nothing while all of its chains answer.
 */
export function UnresponsiveChains(props: UnresponsiveChains.Props) {
  const { view, unread, validUntil } = props
  const now = useNow()
  const { legs, received, status, hasFailed, isDelivered } = view
  const involved = [...legs, ...(received ? [received] : [])]
  const unresponsive = involved.filter(({ chainId }) => unread.includes(chainId))
  const isOpen = status === undefined || status === 'PENDING' || status === 'IN_PROGRESS'
  if (unresponsive.length === 0 || !isOpen || hasFailed || isDelivered) return null
  const names = formatList(unresponsive)
  const isOne = new Set(unresponsive.map(({ chainId }) => chainId)).size === 1
  return (
    <div className="mb-6">
      <Note tone="buff" isAlert title={`${names} ${isOne ? 'does' : 'do'} not answer`}>
        {describeTaken(view, unread)} {describeEnd(view, { validUntil, now })}
      </Note>
    </div>
  )
}

export declare namespace UnresponsiveChains {
  type Props = {
    view: ExecutionView
    /** Chains that could not be read. */
    unread: readonly ChainId[]
    /** Unix seconds after which nothing that was signed can run; undefined if not known. */
    validUntil: number | undefined
  }
}

function describeTaken({ legs }: ExecutionView, unread: readonly ChainId[]): string {
  const hidden = legs.filter(({ chainId }) => unread.includes(chainId))
  const taken = legs.filter(({ state }) => state === 'done')
  const seen =
    taken.length === 0
      ? 'Nothing was taken'
      : `${formatList(taken)} ${taken.length === 1 ? 'has' : 'have'} your deposit`
  if (hidden.length === 0) return `${seen} so far.`
  const others = hidden.length < legs.length ? ` ${seen} elsewhere.` : ''
  return `Whether something was taken on ${formatList(hidden)} cannot be read now.${others}`
}

function describeEnd(
  { held }: ExecutionView,
  { validUntil, now }: { validUntil: number | undefined; now: number },
): string {
  const [refundAfter] = held.map(({ order }) => Number(order.refundAfter)).toSorted((a, b) => b - a)
  if (refundAfter !== undefined)
    return `If nothing is delivered, what is in escrow goes back to you from ${formatClockTime(refundAfter * 1000, 'seconds')} on.`
  if (validUntil === undefined)
    return 'What was signed has a deadline: if it passes, nothing is taken any more.'
  const at = formatClockTime(validUntil * 1000, 'seconds')
  return now < validUntil * 1000
    ? `If nothing happens until ${at}, it ends by itself and nothing is taken.`
    : `What was signed ended at ${at}: nothing more is taken.`
}

function formatList(involved: readonly { chain: { name: string } }[]): string {
  return new Intl.ListFormat('en').format([...new Set(involved.map(({ chain }) => chain.name))])
}
