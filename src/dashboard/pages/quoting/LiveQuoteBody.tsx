import type { ReactNode } from 'react'

import { Announcement } from '#dashboard/components/status/Announcement.tsx'
import { SolanaBeta } from '#dashboard/components/status/Beta.tsx'
import { touchesSolana } from '#dashboard/review/cases/touchesSolana.ts'
import { RiskNotes } from '../signing/RiskNotes.tsx'
import type { Confirmations } from '../signing/useConfirmations.ts'
import { QuoteHead } from './QuoteHead.tsx'

/** A quote with its life, what the page says of it, its risks, and one sentence for screen readers. */
export function LiveQuoteBody(props: LiveQuoteBody.Props) {
  const { confirmations, announcement, children, ...head } = props
  const { shown, isAsking } = head
  return (
    <>
      <QuoteHead {...head} />
      <div className={isAsking ? 'opacity-60' : ''}>{children}</div>
      <RiskNotes shown={shown} at="form" {...confirmations.forRisks(shown.risks)} />
      {touchesSolana(shown.received.quote) && (
        <div className="mt-4">
          <SolanaBeta isFolded />
        </div>
      )}
      <Announcement text={isAsking ? '' : announcement} />
    </>
  )
}

export declare namespace LiveQuoteBody {
  type Props = QuoteHead.Props & {
    confirmations: Confirmations
    announcement: string
    children: ReactNode
  }
}
