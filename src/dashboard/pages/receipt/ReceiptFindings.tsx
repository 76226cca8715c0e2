import { type ReactNode, useState } from 'react'

import { CheckRow, type CheckState } from '../../components/status/CheckRow.tsx'
import { translate } from '../../language/translate.ts'
import type { Finding, FindingState } from '../../review/claims/finding.ts'
import { Evidence } from '../signing/checks/Evidence.tsx'

const states = {
  verified: 'pass',
  mismatch: 'fail',
  unchecked: 'caution',
} satisfies Record<FindingState, CheckState>

/** Findings of one kind with their evidence; what does not match stands first. */
export function ReceiptFindings(props: ReceiptFindings.Props) {
  const { title, findings, children } = props
  const [isDetailed, setDetailed] = useState(false)
  const wrong = findings.filter(({ state }) => state === 'mismatch')
  const others = findings.filter(({ state }) => state !== 'mismatch')
  const verified = findings.filter(({ state }) => state === 'verified').length
  return (
    <section className="panel p-5 md:p-6" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        {findings.length > 0 && (
          <span className="num text-sm text-ink-3">
            {translate('{verified} of {count} verified', { verified, count: findings.length })}
          </span>
        )}
      </div>
      {findings.length > 0 && (
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
      )}
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
      {children}
    </section>
  )
}

export declare namespace ReceiptFindings {
  type Props = { title: string; findings: readonly Finding[]; children?: ReactNode }
}
