import { CircleCheck, CircleX, LoaderCircle, Play, RefreshCw } from 'lucide-react'
import { Suspense } from 'react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { Chip } from '#dashboard/components/status/Chip.tsx'
import { formatRelativeTime } from '#dashboard/components/status/formatTime.ts'
import { useNow } from '#dashboard/components/status/useNow.ts'
import { translate } from '../../../../language/translate.ts'
import type { CallForm } from '../../draft/callForm.ts'
import type { FormSimulation } from '../../draft/useSimulation.ts'
import { lazyComponent } from '#dashboard/components/lazyComponent.tsx'

const SimulationResult = lazyComponent(
  async () => (await import('./SimulationResult.tsx')).SimulationResult,
)

/** What the calls would do now: before and after per token, or which call reverts and why. */
export function SimulationPanel(props: SimulationPanel.Props) {
  const { simulation, form } = props
  const { state, result, run } = simulation
  const explained = explain(simulation, form.chain.name)
  const canRun = state === 'done' || state === 'unsupported' || state === 'failed'
  return (
    <section className="panel p-5" aria-labelledby="simulation">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 id="simulation" className="scroll-mt-20 font-semibold">
          {translate('Simulation')}
        </h2>
        <State {...props} />
      </div>
      <div aria-live="polite" aria-busy={state === 'running'}>
        {result && result.calls.length === form.drafts.length ? (
          <Suspense fallback={<p className="mt-1 text-sm text-ink-3">{explained}</p>}>
            <SimulationResult {...props} result={result} />
          </Suspense>
        ) : (
          <p className="mt-1 text-sm text-ink-3">{explained}</p>
        )}
      </div>
      <div className="mt-4 flex items-center justify-between gap-3">
        <Button
          size="sm"
          icon={result ? RefreshCw : Play}
          disabled={!canRun}
          waiting={state === 'running' ? translate('Simulating') : undefined}
          onClick={run}
        >
          {result ? translate('Simulate again') : translate('Simulate')}
        </Button>
        {result && state === 'done' && <Age atMs={simulation.atMs} />}
      </div>
    </section>
  )
}

export declare namespace SimulationPanel {
  type Props = {
    simulation: FormSimulation
    form: Pick<CallForm, 'chain' | 'drafts' | 'assets'>
    /** Ticker of the chain's native coin. */
    coin: string
  }
}

function Age({ atMs }: { atMs: number }) {
  return <span className="text-sm text-ink-3">{formatRelativeTime(atMs, useNow())}</span>
}

function State({ simulation: { state, result } }: SimulationPanel.Props) {
  if (state === 'running')
    return (
      <Chip icon={LoaderCircle} spin>
        {translate('Simulating')}
      </Chip>
    )
  if (state !== 'done' || !result) return null
  const failed = result.calls.findIndex(({ isSuccess }) => !isSuccess)
  if (failed >= 0)
    return (
      <Chip tone="flare" icon={CircleX}>
        {translate('Call {number} reverts', { number: String(failed + 1) })}
      </Chip>
    )
  return (
    <Chip tone="reed" icon={CircleCheck}>
      {translate('{count, plural, one {Succeeds} other {All # succeed}}', {
        count: result.calls.length,
      })}
    </Chip>
  )
}

/** Why there is no result. */
function explain({ state }: FormSimulation, chain: string): string {
  switch (state) {
    case 'noAccount':
      return translate('Connect a wallet to see how the calls change its account.')
    case 'incomplete':
      return translate('Complete every call to see what it does before you sign.')
    case 'unsupported':
      return translate(
        'The {chain} provider can’t simulate, so requirements come from the call data only.',
        { chain },
      )
    case 'failed':
      return translate(
        '{chain} isn’t responding. The calls will be simulated again before you sign.',
        {
          chain,
        },
      )
    case 'running':
    case 'done':
      return translate('Runs the calls on the latest {chain} block.', { chain })
  }
}
