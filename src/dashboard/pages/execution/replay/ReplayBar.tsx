import { Pause, Play } from 'lucide-react'

import { Button } from '../../../components/forms/Button.tsx'
import { textLocale } from '../../../language/catalogue.ts'
import { translate } from '../../../language/translate.ts'
import type { Replay } from './useReplay.ts'
import type { ReplaySpan } from './replaySources.ts'

/** Plays the measured times of an ended execution again: button, slider with its moments, time. */
export function ReplayBar(props: ReplayBar.Props) {
  const { span, replay } = props
  const { startMs, endMs, momentsMs } = span
  const { atMs = endMs, isPlaying } = replay
  const total = endMs - startMs
  return (
    <section
      aria-label={translate('Replay')}
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 print:hidden"
    >
      <Button
        size="sm"
        icon={isPlaying ? Pause : Play}
        onClick={isPlaying ? replay.pause : replay.play}
      >
        {isPlaying ? translate('Pause') : translate('Replay')}
      </Button>
      <div className="relative min-w-40 flex-1">
        <input
          type="range"
          aria-label={translate('Time since the start')}
          aria-valuetext={formatMoment(atMs - startMs)}
          className="block w-full accent-(--channel)"
          min={0}
          max={total}
          step="any"
          value={atMs - startMs}
          onChange={(event) => replay.seek(startMs + Number(event.target.value))}
        />
        <div aria-hidden className="relative mx-2 h-1.5">
          {momentsMs.map((moment) => (
            <span
              key={moment}
              className="absolute h-1.5 w-px bg-line-strong"
              style={{ left: `${(100 * (moment - startMs)) / total}%` }}
            />
          ))}
        </div>
      </div>
      <span className="num text-sm text-ink-2">
        {translate('{moment} of {total}', {
          moment: formatMoment(atMs - startMs),
          total: formatMoment(total),
        })}
      </span>
      {replay.atMs !== undefined && (
        <Button size="sm" variant="quiet" onClick={replay.stop}>
          {translate('Show the result')}
        </Button>
      )}
    </section>
  )
}

export declare namespace ReplayBar {
  type Props = { span: ReplaySpan; replay: Replay }
}

const tenths = new Intl.NumberFormat(textLocale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** Tenths of a second below a minute; blocks have whole seconds, the service's clock has more. */
function formatMoment(spanMs: number): string {
  const seconds = spanMs / 1000
  if (seconds < 60) return `${tenths.format(seconds)} s`
  return translate('{minutes} min {seconds} s', {
    minutes: Math.floor(seconds / 60),
    seconds: Math.floor(seconds % 60),
  })
}
