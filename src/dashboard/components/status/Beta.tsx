import { ChevronDown } from 'lucide-react'

import { translate } from '../../language/translate.ts'
import { Icon } from '../forms/Icon.tsx'

/** Marks a feature that is new and meant for small amounts. */
export function Beta() {
  return <span className="chip chip-channel !h-5 !px-1.5">{translate('Beta')}</span>
}

const headline = translate('Solana support is in beta')
const meaning = translate(
  'Solana settles like the EVM chains: your deposit is delivered or refunded. Its program hasn’t been audited by a third party, so start with small amounts. Supported: SPL tokens, and Token-2022 tokens without extensions that can seize, withhold or hide transfers.',
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
