import { StepTrack } from '#dashboard/components/status/StepTrack.tsx'

import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'

const names = {
  build: translate('Build calls'),
  sign: translate('Review and sign'),
  run: translate('Run'),
} as const

const all = ['build', 'sign', 'run'] as const

/** The stages of a contract call with the current one marked; on phones a bar with its name. */
export function CallSteps(props: CallSteps.Props) {
  const { stage } = props
  const at = all.indexOf(stage)
  return (
    <div className="mb-6">
      <div className="max-md:hidden">
        <StepTrack
          label={translate('Steps')}
          steps={all.map((one, index) => ({
            id: one,
            title: names[one],
            state: index < at ? 'done' : index === at ? 'now' : 'ahead',
          }))}
        />
      </div>
      <div className="md:hidden">
        <div className="flex gap-1" aria-hidden>
          {all.map((one, index) => (
            <span
              key={one}
              className={`h-1.5 flex-1 rounded-full ${index < at ? 'bg-reed' : index === at ? 'bg-channel' : 'bg-line'}`}
            />
          ))}
        </div>
        <p className="mt-2 text-sm text-ink-2">
          {translateRich('Step {number} of {steps}: <now>{name}</now>', {
            number: String(at + 1),
            steps: String(all.length),
            name: names[stage],
            now: <span className="font-semibold text-ink" />,
          })}
        </p>
      </div>
    </div>
  )
}

export declare namespace CallSteps {
  type Props = { stage: keyof typeof names }
}
