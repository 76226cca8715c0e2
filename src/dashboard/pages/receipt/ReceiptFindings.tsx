import { useState } from 'react'

import { CheckRow, type CheckState } from '../../components/status/CheckRow.tsx'
import { translate } from '../../language/translate.ts'
import type { Finding, FindingState } from '../../review/claims/finding.ts'
import { Evidence } from '../signing/checks/Evidence.tsx'

const states = {
  verified: 'pass',
  mismatch: 'fail',
  unchecked: 'caution',
} satisfies Record<FindingState, CheckState>

/** Findings about a receipt with their evidence, what does not match first, and what is not among them. */
export function ReceiptFindings(props: ReceiptFindings.Props) {
  const { findings } = props
  const title = translate('What was agreed and signed')
  const [isDetailed, setDetailed] = useState(false)
  const wrong = findings.filter(({ state }) => state === 'mismatch')
  const others = findings.filter(({ state }) => state !== 'mismatch')
  const verified = findings.filter(({ state }) => state === 'verified').length
  return (
    <section className="panel p-5 md:p-6" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <span className="num text-sm text-ink-3">
          {translate('{verified} of {count} verified', { verified, count: findings.length })}
        </span>
      </div>
      <ul className="mt-2">
        {[...wrong, ...others].map(({ id, state, claim, evidence }) => (
          <CheckRow key={id} state={states[state]} claim={claim}>
            {(isDetailed || state !== 'verified') && (
              <Evidence
                text={
                  state === 'unchecked'
                    ? translate('Unverified: {evidence}', { evidence })
                    : evidence
                }
              />
            )}
          </CheckRow>
        ))}
      </ul>
      {verified > 0 && (
        <button
          type="button"
          className="link mt-3 text-sm print:hidden"
          aria-expanded={isDetailed}
          onClick={() => setDetailed(!isDetailed)}
        >
          {isDetailed ? translate('Hide evidence') : translate('Show evidence')}
        </button>
      )}
      <p className="mt-3 text-sm text-ink-3">
        {translate(
          'Not covered: prices at that time and the status and transactions that the service reports. Nobody signs those.',
        )}
      </p>
    </section>
  )
}

export declare namespace ReceiptFindings {
  type Props = { findings: readonly Finding[] }
}
