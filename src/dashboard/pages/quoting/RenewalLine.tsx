import { rescale } from '#protocol/ids/amount.ts'
import { isExactOutput } from '#protocol/quotes/quote.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../language/translate.ts'
import type { ShownQuote } from './liveQuote.ts'
import type { QuoteView } from './quoteView.ts'

/** Says by how much a renewed quote is worse than the one before; nothing where it is not. */
export function RenewalLine(props: RenewalLine.Props) {
  const { view, before, received } = props.shown
  const formats = useFormats()
  if (!before) return null
  const isExact = isExactOutput(received.request)
  const part = isExact ? 'paid' : 'received'
  const [now, then] = [view[part], before[part]]
  // What reads the same is the same, also where amounts are hidden.
  if (now.symbol !== then.symbol || formats.asset(now) === formats.asset(then)) return null
  const loss = isExact ? subtract(now, then) : subtract(then, now)
  if (loss.units <= 0n) return null
  const amount = formats.asset({ ...loss, symbol: now.symbol })
  return (
    <p className="num text-sm leading-tight text-buff" data-renewal>
      {isExact
        ? translate('Costs {amount} more than before', { amount })
        : translate('Delivers {amount} less than before', { amount })}
    </p>
  )
}

export declare namespace RenewalLine {
  type Props = { shown: Pick<ShownQuote, 'view' | 'before' | 'received'> }
}

/** Two quotes may draw on chains where the asset has other decimals. */
function subtract(from: QuoteView['paid'], less: QuoteView['paid']) {
  const decimals = Math.max(from.decimals, less.decimals)
  function read({ units, decimals: own }: QuoteView['paid']): bigint {
    return rescale(units, { from: own, to: decimals })
  }
  return { units: read(from) - read(less), decimals }
}
