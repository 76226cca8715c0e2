import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { useBarHeight } from '#dashboard/components/overlays/useBarHeight.ts'
import { ExpiryRing } from '#dashboard/components/status/ExpiryRing.tsx'
import { translate } from '../../language/translate.ts'
import { useQuoteLife } from '../signing/useQuoteLife.ts'
import type { ShownQuote } from './liveQuote.ts'
import type { QuoteView } from './quoteView.ts'

/**
 * On phones the button is fixed above the tab bar, with the quote's remaining life beside it, and what
 * the quote below the form comes to above it.
 */
export function ActionBar(props: ActionBar.Props) {
  const { shown, view = shown?.view, note, children } = props
  const life = useQuoteLife(shown?.received)
  const bar = useBarHeight<HTMLDivElement>()
  return (
    <>
      <div className="h-(--bar-h) md:hidden" />
      <div
        ref={bar}
        className="fixed inset-x-0 bottom-[calc(var(--tabbar-h)+env(safe-area-inset-bottom))] z-(--z-sticky) border-t border-line bg-surface px-4 py-3 md:hidden"
      >
        {view && <Delivered view={view} />}
        <div className="flex items-center gap-3">
          {life && (
            <ExpiryRing secondsLeft={life.secondsLeft} secondsTotal={life.secondsTotal} size={44} />
          )}
          <div className="min-w-0 flex-1">{children}</div>
        </div>
        {note !== undefined && (
          <p className="mt-2 text-center text-sm break-words text-ink-3" aria-live="polite">
            {note}
          </p>
        )}
      </div>
    </>
  )
}

export declare namespace ActionBar {
  type Props = {
    shown: ShownQuote | undefined
    /** What the quote comes to, or a price where there is none. */
    view: QuoteView | undefined
    /** Why the button is disabled, or what is missing. */
    note: string | undefined
    children: ReactNode
  }
}

/** What is delivered and what it costs; leads to the rest of the quote. */
function Delivered({ view: { received, feesUsd } }: { view: QuoteView }) {
  const formats = useFormats()
  return (
    <button
      type="button"
      className="reach num mb-2 flex w-full items-center justify-between gap-3 text-left text-sm text-ink-2"
      onClick={() => document.getElementById('quote')?.scrollIntoView()}
    >
      <span className="min-w-0 truncate">
        {translate('Delivers {amount} on {chain}, fees {fees}', {
          amount: formats.asset(received),
          chain: received.chain.name,
          fees: formats.usd(feesUsd),
        })}
      </span>
      <Icon of={ChevronDown} size={17} className="text-ink-3" />
    </button>
  )
}
