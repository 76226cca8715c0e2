import { Check, type LucideIcon } from 'lucide-react'

import { Icon } from '../forms/Icon.tsx'
import type { Tone } from './Note.tsx'

/** One step of a track. */
export type Step = {
  id: string
  title: string
  detail?: string
  state: 'done' | 'now' | 'ahead'
  /** Colour and icon of an ending other than success. */
  ending?: { tone: Tone; icon: LucideIcon }
}

/** Steps in a row: done, current and ahead; never moves backwards. */
export function StepTrack(props: StepTrack.Props) {
  const { steps, label } = props
  return (
    <ol className="flex" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className="min-w-0 flex-1"
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <div className="flex items-center">
            <StepDot step={step} />
            {index < steps.length - 1 && (
              <span
                className={`mx-2 h-0.5 flex-1 ${step.state === 'done' ? 'bg-reed' : 'bg-line'}`}
              />
            )}
          </div>
          <div className="mt-2 pr-3">
            <div
              className={`text-sm wrap-anywhere hyphens-auto md:text-base ${step.state === 'ahead' ? 'font-medium text-ink-3' : 'font-semibold'}`}
            >
              {step.title}
            </div>
            {step.detail && <div className="hidden text-sm text-ink-3 md:block">{step.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}

export declare namespace StepTrack {
  type Props = { steps: readonly Step[]; label: string }
}

function StepDot(props: { step: Step }) {
  const { state, ending } = props.step
  const base = 'inline-flex h-6 w-6 shrink-0 items-center justify-center rounded-full'
  if (ending && state !== 'ahead') {
    return (
      <span
        className={base}
        style={{ background: `var(--${ending.tone})`, color: 'var(--surface)' }}
      >
        <Icon of={ending.icon} size={14} />
      </span>
    )
  }
  if (state === 'done') {
    return (
      <span className={`${base} bg-reed text-surface`}>
        <Icon of={Check} size={14} />
      </span>
    )
  }
  if (state === 'now') {
    return (
      <span className={`${base} border-2 border-channel`}>
        <span className="h-2 w-2 rounded-full bg-channel" />
      </span>
    )
  }
  return <span className={`${base} border-[1.5px] border-line-strong`} />
}
