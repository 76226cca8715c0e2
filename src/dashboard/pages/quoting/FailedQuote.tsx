import { CloudOff, RefreshCw, RouteOff } from 'lucide-react'
import type { ReactNode } from 'react'

import { SupportDetails } from '../../components/status/SupportDetails.tsx'
import { OnlineButton, QuoteState } from './QuoteState.tsx'
import { translate } from '../../language/translate.ts'
import type { QuoteErrorMessage } from './describeQuoteError.ts'

/** Why there is no quote or price, what can be done, and the service's own words for support. */
export function FailedQuote(props: FailedQuote.Props) {
  const { error, onRefresh, children } = props
  return (
    <div role="alert">
      <QuoteState
        icon={error.kind === 'service' ? CloudOff : RouteOff}
        tone="text-flare"
        title={error.title}
        body={error.body}
      >
        {error.action === 'refresh' && (
          <OnlineButton icon={RefreshCw} onClick={onRefresh}>
            {translate('Retry now')}
          </OnlineButton>
        )}
        {children}
      </QuoteState>
      <SupportDetails>
        {error.code} {error.detail}
      </SupportDetails>
    </div>
  )
}

export declare namespace FailedQuote {
  type Props = {
    error: QuoteErrorMessage
    onRefresh: () => void
    /** Further actions. */
    children?: ReactNode
  }
}
