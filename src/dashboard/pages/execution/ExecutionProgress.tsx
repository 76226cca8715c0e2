import { translate } from '../../language/translate.ts'
import { ExecutionFlow } from './ExecutionFlow.tsx'
import { ExecutionSteps } from './ExecutionSteps.tsx'
import { ReplayBar } from './replay/ReplayBar.tsx'
import { getReplaySpan, replaySources } from './replay/replaySources.ts'
import { useReplay } from './replay/useReplay.ts'
import type { ExecutionSources } from './view/executionSources.ts'
import { buildExecutionView, type ExecutionView } from './view/executionView.ts'

/** The flow and the stages of an execution; once it has ended, also as they were at any moment. */
export function ExecutionProgress(props: ExecutionProgress.Props) {
  const { sources, view } = props
  const span = getReplaySpan(sources)
  const replay = useReplay(span)
  const shown =
    replay.atMs === undefined ? view : buildExecutionView(replaySources(sources, replay.atMs))
  const hasFlow = view.legs.length > 0
  return (
    <section className="panel p-5 md:p-8" aria-label={translate('Progress')}>
      {hasFlow && <ExecutionFlow view={shown} />}
      <div className={hasFlow ? 'mt-6 border-t border-line pt-6' : ''}>
        <ExecutionSteps view={shown} />
      </div>
      {span && <ReplayBar span={span} replay={replay} />}
    </section>
  )
}

export declare namespace ExecutionProgress {
  type Props = { sources: ExecutionSources; view: ExecutionView }
}
