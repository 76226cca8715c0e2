import type { UsualDuration } from '#dashboard/api/state/durations.ts'
import { formatDuration } from '#dashboard/components/status/formatTime.ts'
import { translate } from '../../../language/translate.ts'

/** Without measured times an execution is called slow after a minute: most take a few blocks. */
const unmeasuredSlowMs = 60_000

/** Says that an execution takes longer than usual, and what is usual; empty while it does not. */
export function describeSlowness(elapsedMs: number, usual: UsualDuration | undefined): string {
  if (!usual)
    return elapsedMs > unmeasuredSlowMs
      ? translate(
          'This is taking more than a minute. There’s no history here yet to say what’s usual.',
        )
      : ''
  if (elapsedMs <= usual.slowMs) return ''
  return translate(
    'Taking longer than usual: {count, plural, one {your last one like it took about {duration}.} other {your last # like it took about {duration}.}}',
    { count: usual.count, duration: formatDuration(usual.usualMs) },
  )
}
