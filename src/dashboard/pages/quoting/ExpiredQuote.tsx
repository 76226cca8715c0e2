import { TimerOff } from 'lucide-react'

import { getQuoteEndMs } from '#dashboard/api/service/quote.ts'
import { OnlineButton } from './OnlineButton.tsx'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import { translate } from '../../language/translate.ts'
import { QuoteState } from './QuoteState.tsx'
import type { ShownQuote } from './liveQuote.ts'

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
