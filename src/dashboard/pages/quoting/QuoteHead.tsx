import { RefreshCw } from 'lucide-react'

import { IconButton } from '#dashboard/components/forms/Button.tsx'
import { ExpiryRing } from '#dashboard/components/status/ExpiryRing.tsx'
import { translate } from '../../language/translate.ts'
import { useQuoteLife } from '../signing/useQuoteLife.ts'
import { RenewalLine } from './RenewalLine.tsx'
import type { ShownQuote } from './liveQuote.ts'

/** Title of a quote, its remaining life, and the button that refreshes it. */
export function QuoteHead(props: QuoteHead.Props) {
  const { title = translate('Live quote'), shown, isAsking, onRefresh } = props
  const life = useQuoteLife(shown.received)
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <h2 className="text-lg leading-tight font-semibold">{title}</h2>
        <RenewalLine shown={shown} />
      </div>
      <div className="flex shrink-0 items-center gap-3">
        <span
          className={`text-sm ${life && life.secondsLeft < 10 ? 'font-semibold text-buff' : 'text-ink-2'}`}
        >
          {translate('Expires in')}
        </span>
        {life && <ExpiryRing secondsLeft={life.secondsLeft} secondsTotal={life.secondsTotal} />}
        <IconButton
          icon={RefreshCw}
          label={translate('Refresh quote')}
          iconSize={17}
          spin={isAsking}
          className="border border-line-strong"
          onClick={onRefresh}
        />
      </div>
    </div>
  )
}

export declare namespace QuoteHead {
  type Props = {
    title?: string
    shown: ShownQuote
    isAsking: boolean
    onRefresh: () => void
  }
}
