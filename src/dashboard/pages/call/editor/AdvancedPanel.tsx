import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'

import { Field } from '#dashboard/components/forms/Field.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { NumberField } from '#dashboard/components/amounts/NumberField.tsx'
import { Select } from '#dashboard/components/forms/Select.tsx'
import { parseSlippage } from '#dashboard/components/amounts/parseSlippage.ts'
import { translate } from '../../../language/translate.ts'
import type { CallSearch } from '../draft/callSearch.ts'
import { OverrideRows } from './OverrideRows.tsx'
import type { ParsedOverride } from '../draft/overrides.ts'

/** Options for few calls: what to pay with, when the calls may run, state overrides. */
export function AdvancedPanel(props: AdvancedPanel.Props) {
  const { search, sources, error: formError, getServiceError, overrides, coin, onChange } = props
  const { validAfter, validUntil, from, slippage } = search
  const limit = slippage === '' ? undefined : parseSlippage(slippage)
  const error = formError ?? getServiceError('validUntil') ?? getServiceError('validAfter')
  const [isOpened, setOpened] = useState(false)
  const isWrong = overrides.some((row) => row.error && !row.error.isMissing)
  const isOpen = isOpened || error !== undefined || isWrong || (limit && 'error' in limit)
  const summary = summarize(search, sources)
  return (
    <section className="panel" aria-label={translate('Advanced')}>
      <button
        type="button"
        className="flex min-h-14 w-full items-center justify-between gap-3 px-5 text-left"
        aria-expanded={isOpen}
        onClick={() => setOpened(!isOpen)}
      >
        <span className="font-semibold">{translate('Advanced')}</span>
        <span className="flex min-w-0 items-center gap-2 text-sm text-ink-3">
          <span className="truncate">{summary}</span>
          <Icon of={isOpen ? ChevronUp : ChevronDown} size={17} />
        </span>
      </button>
      {isOpen && (
        <div className="flex flex-col gap-4 px-5 pb-5">
          <Select
            label={translate('Pay from')}
            value={from}
            options={[{ value: '', label: translate('Whatever is best') }, ...sources]}
            hint={translate('What you lack on the target chain is drawn from this.')}
            onValueChange={(value) => onChange({ ...search, from: value })}
          />
          <Moment
            label={translate('Not before')}
            seconds={validAfter}
            onChange={(seconds) => onChange({ ...search, validAfter: seconds })}
          />
          <Moment
            label={translate('Not after')}
            seconds={validUntil}
            error={error}
            onChange={(seconds) => onChange({ ...search, validUntil: seconds })}
          />
          <NumberField
            label={translate('Slippage limit')}
            placeholder={translate('Auto')}
            value={slippage}
            error={limit && 'error' in limit ? limit.error : getServiceError('slippageTolerance')}
            caution={limit && 'caution' in limit ? limit.caution : undefined}
            hint={translate('For what has to be swapped to pay for it.')}
            trailing={<span className="text-ink-3">%</span>}
            onValueChange={(next) => onChange({ ...search, slippage: next })}
          />
          <OverrideRows
            rows={overrides}
            coin={coin}
            getServiceError={getServiceError}
            onRows={(rows) => onChange({ ...search, overrides: rows })}
          />
        </div>
      )}
    </section>
  )
}

export declare namespace AdvancedPanel {
  type Props = {
    search: CallSearch
    sources: readonly { value: string; label: string }[]
    error: string | undefined
    overrides: readonly ParsedOverride[]
    /** Ticker of the chain's native coin. */
    coin: string
    getServiceError: (path: string) => string | undefined
    onChange: (search: CallSearch) => void
  }
}

function summarize(
  { from, validAfter, validUntil, slippage, overrides }: CallSearch,
  sources: AdvancedPanel.Props['sources'],
) {
  const source = sources.find(({ value }) => value === from)
  const parts = [
    ...(source ? [translate('From {label}', { label: source.label })] : []),
    ...(validAfter !== '' || validUntil !== '' ? [translate('in a time window')] : []),
    ...(slippage === '' ? [] : [translate('slippage {slippage}%', { slippage })]),
    ...(overrides.length > 0 ? [translate('with assumptions')] : []),
  ]
  return parts.length === 0 ? translate('Any asset, any time') : parts.join(', ')
}

function Moment(props: {
  label: string
  seconds: string
  error?: string | undefined
  onChange: (seconds: string) => void
}) {
  const { label, seconds, error, onChange } = props
  return (
    <Field
      label={label}
      type="datetime-local"
      step={1}
      value={toLocalTime(seconds)}
      error={error}
      onChange={({ target }) => {
        const ms = Date.parse(target.value)
        onChange(Number.isNaN(ms) ? '' : String(Math.floor(ms / 1000)))
      }}
    />
  )
}

/** Formats Unix seconds for a `datetime-local` input: local time without a zone. */
function toLocalTime(seconds: string): string {
  if (seconds === '') return ''
  const ms = Number(seconds) * 1000
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000
  const local = new Date(ms - offsetMs)
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 19)
}
