import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'

import { translate } from '../../language/translate.ts'
import { QuoteState } from './QuoteState.tsx'

/** After this long the wait itself is worth a word. */
const slowMs = 6_000

/** A quote or a price is being asked for; says so when that takes longer than usual. */
export function AskingState(props: AskingState.Props) {
  const { title, chainCount } = props
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <QuoteState
      icon={RefreshCw}
      tone="text-channel"
      title={title}
      isBusy
      body={
        isSlow
          ? translate('Taking longer than usual: a chain is slow to respond. Still trying.')
          : translate('Checking {count, plural, one {# chain} other {# chains}}.', {
              count: chainCount,
            })
      }
    />
  )
}

export declare namespace AskingState {
  type Props = { title: string; chainCount: number }
}
