import { RefreshCw, Waves, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from '#dashboard/components/forms/Button.tsx'
import { Announcement } from '#dashboard/components/status/Announcement.tsx'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import { Note } from '#dashboard/components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { AskingState, QuoteState } from './QuoteState.tsx'
import { FailedQuote } from './FailedQuote.tsx'
import type { LivePrice, ShownPrice } from './useLivePrice.ts'

/** What a form would come to where there can be no quote, in each of its states. */
export function PricePanel(props: PricePanel.Props) {
  const { price, label } = props
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label={label} aria-busy={price.isAsking}>
      {props.missing}
      {renderState(props)}
    </section>
  )
}

export declare namespace PricePanel {
  type Props = {
    price: LivePrice
    /** Name of the panel. */
    label: string
    /** Shown before there is anything to ask for. */
    waiting: { title: string; body: string }
    chainCount: number
    /** What is missing to pay it; without it, that is a wallet. */
    missing: ReactNode
    /** The price as the page shows it. */
    render: (shown: ShownPrice) => ReactNode
    /** The price in one sentence, for screen readers. */
    announce: (shown: ShownPrice) => string
  }
}

function renderState(props: PricePanel.Props) {
  const { price, missing, waiting, chainCount } = props
  const { shown, isAsking, isOffline, error } = price
  if (shown) return <ShownState {...props} shown={shown} />
  if (isOffline)
    return (
      <QuoteState
        icon={WifiOff}
        tone="text-ink-3"
        title={translate('You’re offline')}
        body={translate('The price appears here once you’re back online.')}
      />
    )
  // What is missing comes first: the rest can be mended after it.
  if (error && missing)
    return (
      <p className="text-sm text-ink-2">
        <strong className="text-ink">{error.title}.</strong> {error.body}
      </p>
    )
  if (error) return <FailedQuote error={error} onRefresh={price.refresh} />
  if (isAsking) return <AskingState title={translate('Getting price')} chainCount={chainCount} />
  return <QuoteState icon={Waves} tone="text-ink-3" {...waiting} />
}

function ShownState(props: PricePanel.Props & { shown: ShownPrice }) {
  const { price, shown, missing, render, announce } = props
  const { isAsking, isOffline, error, refresh } = price
  const asOf = formatClockTime(shown.received.receivedAtMs, 'seconds')
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">{translate('Current price')}</h2>
        <div className="flex items-center gap-3">
          <span className="num text-sm text-ink-2">
            {translate('As of {time}', { time: asOf })}
          </span>
          <IconButton
            icon={RefreshCw}
            label={translate('Refresh price')}
            iconSize={17}
            spin={isAsking}
            className="border border-line-strong"
            onClick={refresh}
          />
        </div>
      </div>
      <p className="mt-2 text-sm text-ink-2">
        {missing
          ? translate(
              'Estimated price, paying from the cheapest chain. You’ll get a quote to sign once you have enough.',
            )
          : translate(
              'Estimated price, paying from the cheapest chain. Connect a wallet for a quote on what you hold.',
            )}
      </p>
      {(isOffline || error) && (
        <div className="mt-4">
          <Note tone="buff" isAlert title={isOffline ? translate('You’re offline.') : error?.title}>
            {translate('Price from {time}.', { time: asOf })}
          </Note>
        </div>
      )}
      <div className={isAsking || isOffline ? 'opacity-60' : ''}>{render(shown)}</div>
      <Announcement text={isAsking ? '' : announce(shown)} />
    </>
  )
}
