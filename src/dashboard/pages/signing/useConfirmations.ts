import { useState } from 'react'

import {
  type AskedAt,
  type Confirmation,
  getConfirmations,
  type Risk,
} from '../../review/messages/risks.ts'

/** What a person has accepted of the risks that they see. */
export type Confirmations = {
  accepted: readonly Confirmation[]
  accept: (asked: Confirmation, isAccepted: boolean) => void
  /** Whether these risks need a yes that was not given there. */
  isOpen: (risks: readonly Risk[], at: AskedAt) => boolean
}

/** What is accepted for one subject: another one has to be looked at again. */
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
