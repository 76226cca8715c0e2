import type { AccountAddress } from '#protocol/ids/caip.ts'
import { getRecords, useHistory } from '#dashboard/api/service/history.ts'
import { formatDuration } from '#dashboard/components/status/formatTime.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'
import { FactTime } from '../operations/OperationFact.tsx'
import { findDeadline, measureUsualTime } from './expectedTime.ts'

/** How long it takes by the user's own history, and what ends it if it does not happen. */
export function ExpectedTime(props: ExpectedTime.Props) {
  const { review, accounts } = props
  const usual = measureUsualTime(getRecords(useHistory({ accounts }).data) ?? [])
  const deadline = findDeadline(review.operations)
  return (
    <>
      <p>
        {usual
          ? `About ${formatDuration(usual.medianMs)}`
          : 'Seconds, as a rule: a few blocks of each chain'}
        <span className="text-sm text-ink-3">
          {usual
            ? `, as your last ${usual.count === 1 ? 'one' : usual.count} took`
            : ', with none of your own to measure by'}
        </span>
      </p>
      {deadline && (
        <p className="text-sm text-ink-2">
          {deadline.kind === 'refund' ? (
            <>
              Not delivered by <FactTime atSeconds={deadline.atSeconds} />, what you paid is yours
              again
            </>
          ) : (
            <>
              In one step, by <FactTime atSeconds={deadline.atSeconds} /> or not at all
            </>
          )}
        </p>
      )}
    </>
  )
}

export declare namespace ExpectedTime {
  type Props = { review: Review; accounts: readonly AccountAddress[] }
}
