import { Field } from '#dashboard/components/forms/Field.tsx'
import { NumberField } from '#dashboard/components/amounts/NumberField.tsx'
import { Select } from '#dashboard/components/forms/Select.tsx'
import { parseSlippage } from '#dashboard/components/amounts/parseSlippage.ts'
import { translate } from '../../../../language/translate.ts'
import type { CallSearch } from '../../draft/callSearch.ts'

/** Options for few calls: what to pay with, and when the calls may run. */
export function AdvancedFields(props: AdvancedFields.Props) {
  const { search, sources, error, getServiceError, onChange } = props
  const { validAfter, validUntil, from, slippage } = search
  const limit = slippage === '' ? undefined : parseSlippage(slippage)
  return (
    <div className="flex flex-col gap-4 px-5 pb-5">
      <Select
        label={translate('Pay from')}
        value={from}
        options={[{ value: '', label: translate('Auto') }, ...sources]}
        hint={translate('Pays for what’s missing on the destination chain.')}
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
        hint={translate('For any swap needed to pay for the calls.')}
        trailing={<span className="text-ink-3">%</span>}
        onValueChange={(next) => onChange({ ...search, slippage: next })}
      />
    </div>
  )
}

export declare namespace AdvancedFields {
  type Props = {
    search: CallSearch
    sources: readonly { value: string; label: string }[]
    /** What is wrong with the times. */
    error: string | undefined
    getServiceError: (path: string) => string | undefined
    onChange: (search: CallSearch) => void
  }
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
