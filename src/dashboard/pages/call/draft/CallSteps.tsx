import { StepTrack } from '#dashboard/components/status/StepTrack.tsx'

/** Current stage of a contract call, from the form to the execution. */
export type CallStage = 'build' | 'prepare' | 'sign call' | 'quote' | 'sign payment' | 'execute'

const names: Record<CallStage, string> = {
  build: 'Build calls',
  prepare: 'Prepare',
  'sign call': 'Sign call',
  quote: 'Quote',
  'sign payment': 'Sign payment',
  execute: 'Execute',
}

/** All stages with the current one marked; on phones a bar with its name. */
export function CallSteps(props: CallSteps.Props) {
  const { stage, isFunded } = props
  const all: readonly CallStage[] = isFunded
    ? ['build', 'prepare', 'sign call', 'quote', 'sign payment', 'execute']
    : ['build', 'prepare', 'sign call', 'quote', 'execute']
  const at = Math.max(0, all.indexOf(stage))
  return (
    <div className="mb-6">
      <div className="max-md:hidden">
        <StepTrack
          label="Steps"
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
          Step {at + 1} of {all.length}:{' '}
          <span className="font-semibold text-ink">{names[stage]}</span>
        </p>
      </div>
    </div>
  )
}

export declare namespace CallSteps {
  type Props = {
    stage: CallStage
    /** Whether deposits have to be signed too; without them the call is all that is signed. */
    isFunded: boolean
  }
}
