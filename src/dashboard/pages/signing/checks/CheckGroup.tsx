import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'

import { Icon } from '../../../components/forms/Icon.tsx'
import { CheckMark, CheckRow, type CheckState } from '../../../components/status/CheckRow.tsx'
import { translate } from '../../../language/translate.ts'
import type { FindingState } from '../../../review/claims/finding.ts'
import type { GroupedFindings } from '../../../review/claims/groups.ts'
import { Evidence } from './Evidence.tsx'

const states = {
  verified: 'pass',
  mismatch: 'fail',
  unchecked: 'caution',
} satisfies Record<FindingState, CheckState>

/** A group of checks: what did not pass in one sentence, and each claim with its evidence when opened. */
export function CheckGroup(props: CheckGroup.Props) {
  const { grouped, opensItself } = props
  const { group, state, findings } = grouped
  const [isOpen, setOpen] = useState(opensItself)
  const list = useId()
  const passed = findings.filter((finding) => finding.state === 'verified').length
  return (
    <li aria-label={group.name}>
      <button
        type="button"
        className="flex w-full gap-3 py-3 text-left"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        <CheckMark state={states[state]} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3 font-semibold">
            {group.name}
            <span className="num text-sm font-normal whitespace-nowrap text-ink-3">
              {translate('{passed} of {count}', { passed, count: findings.length })}
            </span>
          </span>
          {state !== 'verified' && (
            <span className="block text-sm text-ink-3">
              {state === 'mismatch'
                ? `${findings[0]?.claim ?? ''}.`
                : translate('Not everything could be verified.')}
            </span>
          )}
        </span>
        <span className="mt-0.75 text-ink-3">
          <Icon of={isOpen ? ChevronUp : ChevronDown} size={16} />
        </span>
      </button>
      <ul id={list} hidden={!isOpen} className="mb-2 border-l-2 border-line pl-4">
        {findings.map(({ id, claim, evidence, ...finding }) => (
          <CheckRow key={id} state={states[finding.state]} claim={claim}>
            <Evidence text={evidence} />
          </CheckRow>
        ))}
      </ul>
    </li>
  )
}

export declare namespace CheckGroup {
  type Props = {
    grouped: GroupedFindings
    /** Whether it is open before anybody opened or closed it. */
    opensItself: boolean
  }
}
