import { useState } from 'react'

import {
  type AskedAt,
  type Confirmation,
  getConfirmations,
  type Risk,
} from '../../review/messages/risks.ts'

/** Risks that the user has accepted. */
export type Confirmations = {
  accepted: readonly Confirmation[]
  accept: (asked: Confirmation, isAccepted: boolean) => void
  /** Whether one of these risks still needs an acceptance there. */
  isOpen: (risks: readonly Risk[], at: AskedAt) => boolean
}

/** Keeps acceptances for one subject; when the subject changes, they are reset. */
export function useConfirmations(subject: string): Confirmations {
  const [given, setGiven] = useState<{ subject: string; accepted: readonly Confirmation[] }>()
  const accepted = given?.subject === subject ? given.accepted : []
  return {
    accepted,
    accept(asked, isAccepted) {
      const others = accepted.filter((one) => one !== asked)
      setGiven({ subject, accepted: isAccepted ? [...others, asked] : others })
    },
    isOpen: (risks, at) => getConfirmations(risks, at).some((one) => !accepted.includes(one)),
  }
}
