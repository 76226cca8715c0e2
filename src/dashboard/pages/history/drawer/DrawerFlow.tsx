import { Flow } from '../../../components/flow/Flow.tsx'
import type { HistoryRow } from '../rows/historyRow.ts'

/** The route of an execution; decorative, as the legs below say the same. */
export function DrawerFlow(props: { row: HistoryRow }) {
  const { legs, destination, destinationState, hasFailed } = props.row
  if (legs.length === 0) return null
  return (
    <div className="my-5 flex justify-center overflow-hidden" aria-hidden>
      <Flow
        legs={legs}
        destination={{ chain: destination, state: destinationState }}
        length={400}
        span={88}
        trunk={legs.length === 1 ? 40 : 56}
        hasFailed={hasFailed}
      />
    </div>
  )
}
