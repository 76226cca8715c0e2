import { useFormats } from '../../components/amounts/Formats.tsx'
import { Timeline } from '../../components/flow/Timeline.tsx'
import type { ExecutionEvent } from './view/executionEvents.ts'
import type { ExecutionView } from './view/executionView.ts'
import { useChainIdentities } from '../useChainIdentities.ts'
import { TransactionLink } from '../TransactionLink.tsx'

/** Events so far, newest first, each with its time and a link to its transaction. */
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
            text: describeEvent(event, { view, name, formats }),
            ...(event.hash === undefined
              ? {}
              : {
                  link: (
                    <TransactionLink hash={event.hash} chainName={name} href={event.explorerUrl} />
                  ),
                }),
          }
        })}
      />
      <output className="sr-only" aria-live="polite">
        {events[0] ? describeEvent(events[0], { view, name: '', formats }) : ''}
      </output>
    </section>
  )
}

export declare namespace ExecutionTimeline {
  type Props = { view: ExecutionView; events: readonly ExecutionEvent[] }
}

function describeEvent(
  event: ExecutionEvent,
  of: { view: ExecutionView; name: string; formats: ReturnType<typeof useFormats> },
): string {
  const { view, name, formats } = of
  const { call } = view
  const leg = view.legs.find(({ chainId }) => chainId === event.chainId)
  const amount = leg ? formats.asset(leg) : 'The deposit'
  const symbol = view.received?.symbol ?? 'The asset'
  const on = name === '' ? '' : ` on ${name}`
  switch (event.kind) {
    case 'accepted':
      return 'The service accepted your signed quote'
    case 'deposited':
      return `${amount} reached the escrow${on}`
    case 'landed':
      return call && !call.isFunded ? `Your call ran${on}` : `Your operation landed${on}`
    case 'delivered':
      return call ? `Your call ran${on}` : `${symbol} was delivered${on}`
    case 'released':
      return `The escrow paid the solver${on}`
    case 'refunded':
      return `${amount} came back to you${on}`
    case 'cancelled':
      return `${call ? 'The call' : 'Delivery'} was given up${on}`
    case 'confirming':
      return 'Waiting for the chains'
  }
}
