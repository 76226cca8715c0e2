import { ChevronDown } from 'lucide-react'

import { translate } from '../../language/translate.ts'
import { Icon } from '../forms/Icon.tsx'

/** Marks a feature that is new and meant for small amounts. */
export function Beta() {
  return <span className="chip chip-channel !h-5 !px-1.5">{translate('Beta')}</span>
}

const headline = translate('Solana is new here')
const meaning = translate(
  'It settles by the same rules as the EVM chains: what is deposited is delivered, or comes back to you. No third party has audited its program yet, so begin with small amounts. SPL tokens work, and Token-2022 tokens without extensions that can take, hold back or hide what is sent.',
)

/** The beta mark with its explanation, shown wherever value goes to or comes from Solana. */
export function SolanaBeta(props: SolanaBeta.Props) {
  if (!props.isFolded)
    return (
      <p className="text-sm text-ink-3">
        <Beta /> {headline}. {meaning}
      </p>
    )
  return (
    <details className="group text-sm text-ink-3">
      <summary className="flex min-h-6 items-center gap-2 rounded-sm [&::-webkit-details-marker]:hidden">
        <Beta />
        {headline}
        <Icon of={ChevronDown} size={15} className="group-open:rotate-180" />
      </summary>
      <p className="mt-1.5">{meaning}</p>
    </details>
  )
}

export declare namespace SolanaBeta {
  type Props = {
    /** Folds the explanation, where space is tight and nothing is signed. */
    isFolded?: boolean
  }
}
