import type { ReactNode } from 'react'

import { ExpiryRing } from '#dashboard/components/status/ExpiryRing.tsx'
import { useQuoteLife } from '../signing/useQuoteLife.ts'
import type { ShownQuote } from './liveQuote.ts'

/** On phones the button is fixed above the tab bar, with the quote's remaining life beside it. */
export function ActionBar(props: ActionBar.Props) {
  const life = useQuoteLife(props.shown?.received)
  return (
    <>
      <div className={`md:hidden ${props.note === undefined ? 'h-20' : 'h-32'}`} />
      <div
        data-bar={props.note === undefined ? 'form' : 'noted'}
        className="fixed inset-x-0 bottom-[calc(var(--tabbar-h)+env(safe-area-inset-bottom))] z-(--z-sticky) flex items-center gap-3 border-t border-line bg-surface px-4 py-3 md:hidden"
      >
        {life && (
          <ExpiryRing secondsLeft={life.secondsLeft} secondsTotal={life.secondsTotal} size={44} />
        )}
        <div className="min-w-0 flex-1">
          {props.children}
          {props.note !== undefined && (
            <p className="mt-2 text-center text-sm break-words text-ink-3" aria-live="polite">
              {props.note}
            </p>
          )}
        </div>
      </div>
    </>
  )
}

export declare namespace ActionBar {
  type Props = {
    shown: ShownQuote | undefined
    /** Why the button is disabled, or what is missing. */
    note: string | undefined
    children: ReactNode
  }
}
