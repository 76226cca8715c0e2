import { translate } from '../../../language/translate.ts'
import { expireFindings, type Finding } from '../../../review/claims/finding.ts'
import { groupFindings } from '../../../review/claims/groups.ts'
import { CheckGroup } from './CheckGroup.tsx'

/**
 * Results of this browser's own checks of a quote in six groups, folded while they pass. A group
 * with a failed or open claim stands first and is open by itself.
 */
export function CheckList(props: CheckList.Props) {
  const { isExpired } = props
  const findings = isExpired ? expireFindings(props.findings) : props.findings
  const passed = findings.filter(({ state }) => state === 'verified').length
  // Where nothing is trusted yet, one sentence explains every claim.
  const isUntrusted = findings.some(
    ({ id, state }) => id === 'installation' && state === 'unchecked',
  )
  return (
    <section className="panel p-5 md:p-6" aria-label={translate('Checked in this browser')}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{translate('Checked in this browser')}</h2>
        <span className="num text-sm text-ink-3">
          {translate('{passed} of {count} passed', { passed, count: findings.length })}
        </span>
      </div>
      <ul className="rule mt-2 -mb-2">
        {groupFindings(findings).map((grouped) => (
          <CheckGroup
            // A state that changes folds or unfolds the group by itself again.
            key={`${grouped.group.id} ${grouped.state}`}
            grouped={grouped}
            opensItself={
              grouped.state === 'mismatch' ||
              (grouped.state === 'unchecked' && (!isUntrusted || grouped.group.id === 'quote'))
            }
          />
        ))}
      </ul>
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
