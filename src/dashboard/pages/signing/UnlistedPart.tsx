import { Suspense } from 'react'

import type { TradedToken } from '../../review/cases/tradedToken.ts'
import { lazyComponent } from '../../components/lazyComponent.tsx'

const UnlistedFacts = lazyComponent(async () => (await import('./UnlistedFacts.tsx')).UnlistedFacts)

/** What is known of a token that no list names; loaded when a quote has one. */
export function UnlistedPart(props: UnlistedPart.Props) {
  return (
    <Suspense fallback={<div className="min-h-48" />}>
      <UnlistedFacts traded={props.traded} />
    </Suspense>
  )
}

export declare namespace UnlistedPart {
  type Props = { traded: TradedToken }
}
