import type { AccountAddress } from '#protocol/ids/caip.ts'
import { getRecords, useHistory } from '#dashboard/api/service/history.ts'
import { formatDuration } from '#dashboard/components/status/formatTime.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { FactTime } from '../operations/OperationFact.tsx'
import { findDeadline, measureUsualTime } from './expectedTime.ts'

const small = <span className="text-sm text-ink-3" />

/** How long it takes by the user's own history, and what ends it if it does not happen. */
export function ExpectedTime(props: ExpectedTime.Props) {
  const { review, accounts } = props
  const usual = measureUsualTime(getRecords(useHistory({ accounts }).data) ?? [])
  const deadline = findDeadline(review.operations)
  return (
    <>
      <p>
        {usual
          ? translateRich(
              'About {duration}<small>{count, plural, one {, like your last one} other {, like your last #}}</small>',
              {
                duration: formatDuration(Math.max(1_000, usual.medianMs)),
                count: usual.count,
                small,
              },
            )
          : translateRich('Usually a few seconds<small>, a few blocks per chain</small>', {
              small,
            })}
      </p>
      {deadline && (
        <p className="text-sm text-ink-2">
          {deadline.kind === 'refund'
            ? translateRich('If nothing is delivered by {time}, you’re refunded', {
                time: <FactTime atSeconds={deadline.atSeconds} />,
              })
            : translateRich('All at once by {time}, or not at all', {
                time: <FactTime atSeconds={deadline.atSeconds} />,
              })}
        </p>
      )}
    </>
  )
}

export declare namespace ExpectedTime {
  type Props = { review: Review; accounts: readonly AccountAddress[] }
}
