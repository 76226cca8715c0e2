import { lazy, Suspense } from 'react'

import type { TradedToken } from '../../review/cases/tradedToken.ts'

const UnlistedFacts = lazy(async () => ({
  default: (await import('./UnlistedFacts.tsx')).UnlistedFacts,
}))

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
