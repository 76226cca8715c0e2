import type { UsualDuration } from '#dashboard/api/state/durations.ts'
import { formatDuration } from '#dashboard/components/status/formatTime.ts'

/** Without measured times an execution is called slow after a minute: most take a few blocks. */
const unmeasuredSlowMs = 60_000

/** Says that an execution takes longer than usual, and what is usual; empty while it does not. */
export function describeSlowness(elapsedMs: number, usual: UsualDuration | undefined): string {
  if (!usual)
    return elapsedMs > unmeasuredSlowMs
      ? ' It takes longer than a minute; this browser has not measured enough to say what is usual.'
      : ''
  if (elapsedMs <= usual.slowMs) return ''
  return ` It takes longer than usual: your last ${usual.count} like it took about ${formatDuration(usual.usualMs)}.`
}
