import { useState } from 'react'

import { CheckRow, type CheckState } from '../../components/status/CheckRow.tsx'
import { expireFindings, type Finding, type FindingState } from '../../review/claims/finding.ts'

const states = {
  verified: 'pass',
  mismatch: 'fail',
  unchecked: 'caution',
} satisfies Record<FindingState, CheckState>

const order: readonly FindingState[] = ['mismatch', 'unchecked', 'verified']

/** Results of this browser's own checks of a quote, failures first. */
export function CheckList(props: CheckList.Props) {
  const { isExpired } = props
  const findings = isExpired ? expireFindings(props.findings) : props.findings
  const [isDetailed, setDetailed] = useState(false)
  const passed = findings.filter(({ state }) => state === 'verified').length
  const sorted = findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <section className="panel p-5 md:p-6" aria-label="Checked in this browser">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">Checked in this browser</h2>
        <span className="num text-sm text-ink-3">
          {passed} of {findings.length} passed
        </span>
      </div>
      <ul className="mt-2">
        {sorted.map(({ id, state, claim, evidence }) => (
          <CheckRow key={id} state={states[state]} claim={claim}>
            {(isDetailed || state !== 'verified') && (
              <span className="break-words">{evidence}</span>
            )}
          </CheckRow>
        ))}
      </ul>
      <button
        type="button"
        className="link mt-3 text-sm"
        aria-expanded={isDetailed}
        onClick={() => setDetailed(!isDetailed)}
      >
        {isDetailed ? 'Hide what was compared' : 'Show what was compared'}
      </button>
    </section>
  )
}

export declare namespace CheckList {
  type Props = {
    findings: readonly Finding[]
    /** Whether what was checked has expired since. */
    isExpired: boolean
  }
}
