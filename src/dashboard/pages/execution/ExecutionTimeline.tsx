import { ArrowUpRight } from 'lucide-react'

import { shortAddress } from '../../components/Address.tsx'
import { useFormats } from '../../components/Formats.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Timeline } from '../../components/Timeline.tsx'
import type { ExecutionEvent } from './executionEvents.ts'
import type { ExecutionView } from './executionView.ts'
import { useChainIdentities } from '../useChainIdentities.ts'

/** What happened so far, newest first, each with its time and a link to its transaction. */
export function ExecutionTimeline(props: ExecutionTimeline.Props) {
  const { view, events } = props
  const formats = useFormats()
  const chains = useChainIdentities()
  return (
    <section aria-labelledby="happened">
      <h2 id="happened" className="mb-4 text-lg font-semibold">
        What happened so far
      </h2>
      <Timeline
        label="What happened so far"
        events={events.map((event) => {
          const name = event.chainId ? (chains.get(event.chainId)?.name ?? event.chainId) : ''
          return {
            id: event.id,
            state: event.state,
            ...(event.atMs === undefined ? {} : { atMs: event.atMs }),
            text: sentence(event, { view, name, formats }),
            ...(event.hash ? { link: <Proof event={event} chainName={name} /> } : {}),
          }
        })}
      />
      <output className="sr-only" aria-live="polite">
        {events[0] ? sentence(events[0], { view, name: '', formats }) : ''}
      </output>
    </section>
  )
}

export declare namespace ExecutionTimeline {
  type Props = { view: ExecutionView; events: readonly ExecutionEvent[] }
}

function Proof(props: { event: ExecutionEvent; chainName: string }) {
  const { hash = '', explorerUrl } = props.event
  if (!explorerUrl)
    return (
      <span className="mono text-sm text-ink-3" title={hash}>
        {shortAddress(hash)}
      </span>
    )
  return (
    <a
      className="link mono inline-flex items-center gap-1 text-sm whitespace-nowrap"
      href={explorerUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`Transaction ${shortAddress(hash)} on ${props.chainName}, opens the explorer`}
    >
      {shortAddress(hash)}
      <Icon of={ArrowUpRight} size={14} />
    </a>
  )
}

function sentence(
  event: ExecutionEvent,
  of: { view: ExecutionView; name: string; formats: ReturnType<typeof useFormats> },
): string {
  const { view, name, formats } = of
  const leg = view.legs.find(({ chainId }) => chainId === event.chainId)
  const amount = leg
    ? `${formats.amount(leg.units, { decimals: leg.decimals, detail: 'quote' })} ${leg.symbol}`
    : 'The deposit'
  const symbol = view.received?.symbol ?? 'The asset'
  const on = name === '' ? '' : ` on ${name}`
  switch (event.kind) {
    case 'accepted':
      return 'The service accepted your signed quote'
    case 'deposited':
      return `${amount} reached the escrow${on}`
    case 'landed':
      return `Your operation landed${on}`
    case 'delivered':
      return `${symbol} was delivered${on}`
    case 'released':
      return `The escrow paid the solver${on}`
    case 'refunded':
      return `${amount} came back to you${on}`
    case 'cancelled':
      return `Delivery was given up${on}`
    case 'confirming':
      return 'Waiting for the chains'
  }
}
