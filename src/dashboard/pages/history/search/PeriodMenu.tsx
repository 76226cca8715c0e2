import { translate, translateIn } from '../../../language/translate.ts'
import type { HistorySearch, Period } from './historySearch.ts'
import { Popover } from './Popover.tsx'

const periodWords = {
  all: translate('Any time'),
  today: translate('Today'),
  week: translate('Last 7 days'),
  month: translate('Last 30 days'),
  year: translate('This year'),
  days: translate('Custom range'),
} as const satisfies Record<Period, string>

/** The filter by time: a span up to now, or days of one's own. */
export function PeriodMenu(props: PeriodMenu.Props) {
  const { search, onChange } = props
  const { period, from, to } = search
  return (
    <Popover label={translate('Date')} value={describePeriod(search)} isSet={period !== 'all'}>
      <fieldset>
        <legend className="sr-only">{translate('Period')}</legend>
        {Object.entries(periodWords).map(([value, word]) => (
          <label
            key={value}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 hover:bg-hover"
          >
            <input
              type="radio"
              name="period"
              className="size-4 accent-channel"
              checked={period === value}
              onChange={() => onChange({ period: isPeriod(value) ? value : 'all', from, to })}
            />
            {word}
          </label>
        ))}
      </fieldset>
      {period === 'days' && (
        <div className="grid gap-3 px-2.5 pt-2 pb-2">
          <Day
            label={translate('From')}
            value={from}
            max={to}
            onChange={(day) => onChange({ period, from: day, to })}
          />
          <Day
            label={translateIn('the last day', 'To')}
            value={to}
            min={from}
            onChange={(day) => onChange({ period, from, to: day })}
          />
        </div>
      )}
    </Popover>
  )
}

export declare namespace PeriodMenu {
  type Props = {
    search: Pick<HistorySearch, 'period' | 'from' | 'to'>
    onChange: (next: Pick<HistorySearch, 'period' | 'from' | 'to'>) => void
  }
}

/** Describes a period; undefined if it is without limits. */
export function describePeriod({
  period,
  from,
  to,
}: Pick<HistorySearch, 'period' | 'from' | 'to'>): string | undefined {
  if (period === 'all') return undefined
  if (period !== 'days' || (from === '' && to === '')) return periodWords[period]
  if (from === '') return translate('until {to}', { to })
  return to === '' ? translate('since {from}', { from }) : translate('{from} to {to}', { from, to })
}

function isPeriod(value: string): value is Period {
  return value in periodWords
}

function Day(props: {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}) {
  const { label, value, min, max, onChange } = props
  return (
    <label className="block min-w-0 text-sm">
      <span className="label mb-1 block">{label}</span>
      <span className="input !px-2">
        <input
          type="date"
          value={value}
          min={min === '' ? undefined : min}
          max={max === '' ? undefined : max}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
    </label>
  )
}
