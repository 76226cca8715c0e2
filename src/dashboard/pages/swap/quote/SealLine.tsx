import { BadgeCheck, ShieldQuestion, ShieldX } from 'lucide-react'

import { Address } from '#dashboard/components/status/Address.tsx'
import { Chip } from '#dashboard/components/status/Chip.tsx'
import { getUnpinnedReason } from '#dashboard/review/trust.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { ShownQuote } from '../../quoting/liveQuote.ts'

/** Whose signature a quote carries, and its id. */
export function SealLine(props: SealLine.Props) {
  const { review, received } = props.shown
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 text-sm text-ink-3">
      <SealChip review={review} />
      <span className="inline-flex items-center gap-1">
        {translateRich('Quote {address}', {
          address: <Address value={received.quote.id} label={translate('quote ID')} />,
        })}
      </span>
    </div>
  )
}

export declare namespace SealLine {
  type Props = { shown: ShownQuote }
}

function SealChip({ review }: Pick<ShownQuote, 'review'>) {
  if (review.findings.find(({ id }) => id === 'seal')?.state === 'verified')
    return (
      <Chip tone="reed" icon={BadgeCheck}>
        {translate('Signature matches pinned key')}
      </Chip>
    )
  if (getUnpinnedReason(review) !== undefined)
    return (
      <Chip tone="buff" icon={ShieldQuestion}>
        {translate('No key pinned yet')}
      </Chip>
    )
  return (
    <Chip tone="flare" icon={ShieldX}>
      {translate('Not signed by the pinned key')}
    </Chip>
  )
}
