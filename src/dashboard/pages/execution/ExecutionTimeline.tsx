import type { Formats } from '../../components/amounts/createFormats.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Timeline } from '../../components/flow/Timeline.tsx'
import { Announcement } from '../../components/status/Announcement.tsx'
import { translate } from '../../language/translate.ts'
import type { ExecutionEvent } from './view/executionEvents.ts'
import type { ExecutionView } from './view/executionView.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { TransactionLink } from '../links/TransactionLink.tsx'

/** Events so far, newest first, each with its time and a link to its transaction. */
export function ExecutionTimeline(props: ExecutionTimeline.Props) {
  const { view, events } = props
  const formats = useFormats()
  const chains = useChainIdentities()
  const [newest] = events
  const isOver = view.status === 'COMPLETED' || view.hasFailed
  const title = translate(isOver ? 'What happened' : 'What happened so far')
  return (
    <section aria-labelledby="happened">
      <h2 id="happened" className="mb-4 text-lg font-semibold">
        {title}
      </h2>
      <Timeline
        label={title}
        events={events.map((event) => {
          const name = getName(event)
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
      <Announcement
        text={newest ? describeEvent(newest, { view, name: getName(newest), formats }) : ''}
      />
    </section>
  )

  function getName({ chainId }: ExecutionEvent): string {
    return chainId ? (chains.get(chainId)?.name ?? chainId) : ''
  }
}

export declare namespace ExecutionTimeline {
  type Props = { view: ExecutionView; events: readonly ExecutionEvent[] }
}

function describeEvent(
  event: ExecutionEvent,
  of: { view: ExecutionView; name: string; formats: Formats },
): string {
  const { view, name: chain } = of
  const { call } = view
  switch (event.kind) {
    case 'accepted':
      return translate('The service accepted your signed quote')
    case 'landed':
      return call && !call.isFunded
        ? translate('Your call ran on {chain}', { chain })
        : translate('Your operation was confirmed on {chain}', { chain })
    case 'delivered':
      return call
        ? translate('Your call ran on {chain}', { chain })
        : view.received
          ? translate('{symbol} was delivered on {chain}', { symbol: view.received.symbol, chain })
          : translate('The asset was delivered on {chain}', { chain })
    case 'released':
      return translate('The escrow paid the solver on {chain}', { chain })
    case 'deposited':
    case 'refunded':
      return describeDeposit(event, of)
    case 'cancelled':
      return call
        ? translate('The call was canceled on {chain}', { chain })
        : translate('Delivery was canceled on {chain}', { chain })
    case 'confirming':
      return translate('Waiting for the chains')
  }
}

function describeDeposit(
  { kind, chainId }: ExecutionEvent,
  of: { view: ExecutionView; name: string; formats: Formats },
): string {
  const { view, name: chain, formats } = of
  const leg = view.legs.find((one) => one.chainId === chainId)
  if (!leg)
    return kind === 'refunded'
      ? translate('The deposit was refunded to you on {chain}', { chain })
      : translate('The deposit reached the escrow on {chain}', { chain })
  const amount = formats.asset(leg)
  return kind === 'refunded'
    ? translate('{amount} was refunded to you on {chain}', { amount, chain })
    : translate('{amount} reached the escrow on {chain}', { amount, chain })
}
