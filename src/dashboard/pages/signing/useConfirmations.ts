import { useState } from 'react'

import {
  type AskedAt,
  type Confirmation,
  getConfirmations,
  measureRisks,
  type Risk,
} from '../../review/messages/risks.ts'

/** Risks that the user has accepted. */
export type Confirmations = {
  /** What of these risks is accepted, and how that changes: acceptances for as much as they are now. */
  forRisks: (risks: readonly Risk[]) => {
    accepted: readonly Confirmation[]
    onAccept: (asked: Confirmation, isAccepted: boolean) => void
  }
  /** Whether one of these risks still needs an acceptance there. */
  isOpen: (risks: readonly Risk[], at: AskedAt) => boolean
}

/** How much a risk may grow before it has to be accepted anew: a percentage point. */
const maxGrowth = 0.01
const none: ReadonlyMap<Confirmation, number> = new Map()

/**
 * Keeps acceptances for one subject; when the subject changes, they are reset. A later quote that loses
 * more than what was accepted has to be accepted again.
 */
export function useConfirmations(subject: string): Confirmations {
  const [given, setGiven] = useState<{ subject: string; sizes: typeof none }>()
  const sizes = given?.subject === subject ? given.sizes : none
  function forRisks(risks: readonly Risk[]): ReturnType<Confirmations['forRisks']> {
    return {
      accepted: [...sizes].flatMap(([asked, size]) =>
        measureRisks(risks, asked) <= size + maxGrowth ? [asked] : [],
      ),
      onAccept(asked, isAccepted) {
        const others = [...sizes].filter(([one]) => one !== asked)
        const size = measureRisks(risks, asked)
        setGiven({ subject, sizes: new Map(isAccepted ? [...others, [asked, size]] : others) })
      },
    }
  }
  return {
    forRisks,
    isOpen(risks, at) {
      const { accepted } = forRisks(risks)
      return getConfirmations(risks, at).some((one) => !accepted.includes(one))
    },
  }
}
