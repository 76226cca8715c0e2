import { type LucideIcon, RefreshCw, TimerOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'
import { getQuoteEndMs } from '#dashboard/api/service/quote.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import type { ShownQuote } from './liveQuote.ts'
import { useIsOffline } from '#dashboard/components/status/useIsOffline.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'

/** One state of the quote's panel: an icon, what it is, and what to do. */
export function QuoteState(props: QuoteState.Props) {
  const { icon, tone, title, body, isBusy = false, children } = props
  return (
    <div className="min-h-52">
      <span className={tone}>
        <Icon of={icon} size={24} spin={isBusy} />
      </span>
      <h2 className="mt-2 text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-prose break-words text-ink-2">{body}</p>
      {children && <div className="mt-4 flex flex-wrap gap-x-3 gap-y-2">{children}</div>}
    </div>
  )
}

export declare namespace QuoteState {
  type Props = {
    icon: LucideIcon
    tone: string
    title: string
    body: string
    isBusy?: boolean
    children?: ReactNode
  }
}

/** After this long the wait itself is worth a word. */
const slowMs = 6_000

/** A quote or a price is being asked for; says so when that takes longer than usual. */
export function AskingState(props: AskingState.Props) {
  const { title, chainCount } = props
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <QuoteState
      icon={RefreshCw}
      tone="text-channel"
      title={title}
      isBusy
      body={
        isSlow
          ? translate('Taking longer than usual: a chain is slow to respond. Still trying.')
          : translate('Checking {count, plural, one {# chain} other {# chains}}.', {
              count: chainCount,
            })
      }
    />
  )
}

export declare namespace AskingState {
  type Props = { title: string; chainCount: number }
}

/** Replaces a quote whose time is over. */
export function ExpiredQuote(props: ExpiredQuote.Props) {
  const { shown, onRefresh } = props
  return (
    <section className="panel p-5 md:px-7 md:py-6" aria-label={translate('Quote')}>
      <QuoteState
        icon={TimerOff}
        tone="text-buff"
        title={translate('This quote expired at {time}', {
          time: formatClockTime(getQuoteEndMs(shown.received), 'seconds'),
        })}
        body={translate('Nothing was sent.')}
      >
        <OnlineButton variant="primary" onClick={onRefresh}>
          {translate('Get a new quote')}
        </OnlineButton>
      </QuoteState>
    </section>
  )
}

export declare namespace ExpiredQuote {
  type Props = { shown: ShownQuote; onRefresh: () => void }
}

/** A button that asks the service: offline it waits, and says so. */
export function OnlineButton(props: Button.Props) {
  const isOffline = useIsOffline()
  return (
    <>
      <Button {...props} disabled={isOffline || props.disabled} />
      {isOffline && (
        <output className="self-center text-sm text-ink-3">
          {translate('Works again once you’re back online.')}
        </output>
      )}
    </>
  )
}
