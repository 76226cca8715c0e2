import { translate } from '../../language/translate.ts'

/**
 * The remaining time as a ring around the seconds (`9:57` above 99 of them), buff below 10 seconds. Announced to screen
 * readers at 30, 10 and 0 seconds only.
 */
export function ExpiryRing(props: ExpiryRing.Props) {
  const { secondsLeft, secondsTotal, size = 38 } = props
  const left = Math.max(0, Math.ceil(secondsLeft))
  const fraction = secondsTotal > 0 ? Math.min(1, Math.max(0, secondsLeft / secondsTotal)) : 0
  const radius = (size - 3) / 2
  const length = 2 * Math.PI * radius
  const announced = left === 30 || left === 10 || left === 0
  return (
    <span
      className="relative inline-flex items-center justify-center"
      style={{ width: size, height: size }}
    >
      <svg width={size} height={size} className="-rotate-90" aria-hidden>
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          stroke="var(--line)"
          strokeWidth={3}
        />
        {fraction > 0 && (
          <circle
            cx={size / 2}
            cy={size / 2}
            r={radius}
            fill="none"
            stroke={left < 10 ? 'var(--buff)' : 'var(--channel)'}
            strokeWidth={3}
            strokeLinecap="round"
            strokeDasharray={`${length * fraction} ${length}`}
          />
        )}
      </svg>
      <span className={`num absolute text-xs font-semibold ${left < 10 ? 'text-buff' : ''}`}>
        {formatLeft(left)}
      </span>
      <output className="sr-only">
        {announced
          ? translate('{left, plural, one {# second left} other {# seconds left}}', { left })
          : ''}
      </output>
    </span>
  )
}

export declare namespace ExpiryRing {
  type Props = {
    secondsLeft: number
    secondsTotal: number
    /** Width in px. */
    size?: number
  }
}

function formatLeft(seconds: number): string {
  if (seconds <= 99) return String(seconds)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
