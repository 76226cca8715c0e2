import { NumberField } from '#dashboard/components/amounts/NumberField.tsx'
import { BareSelect } from '#dashboard/components/forms/Select.tsx'
import { translate } from '../../../../language/translate.ts'
import { FieldLabel } from './FieldLabel.tsx'

/** A power of ten to type amounts in: its decimals, and the name of an asset with them. */
export type IntegerUnit = { decimals: number; name: string }

/**
 * An integer, typed as it is or in a unit: `12.5` in USDC is stored as `12.5e6`, which keeps the
 * typed text and is exact.
 */
export function IntegerInput(props: IntegerInput.Props) {
  const { label, type, value, own, error, onValueChange } = props
  // Amounts of the contract's own token start in its unit, which comes first under its name.
  const units = own
    ? [
        { decimals: own.decimals, name: own.symbol },
        ...props.units.filter(({ decimals }) => decimals !== own.decimals),
      ]
    : props.units
  const { text, decimals } = split(value === '' && own ? `e${own.decimals}` : value)
  const sent = decimals > 0 && !error ? formatSent(text, decimals) : undefined
  return (
    <NumberField
      label={<FieldLabel name={label} type={type} />}
      value={text}
      isSigned
      isNotation={isOtherNotation}
      error={error}
      hint={sent && <span className="num break-all">{translate('Sent as {sent}', { sent })}</span>}
      onValueChange={(next) => onValueChange(join(next, decimals, own))}
      trailing={
        <BareSelect
          aria-label={translate('Unit of {label}', { label })}
          value={String(decimals)}
          onChange={({ target }) => onValueChange(join(text, Number(target.value), own))}
        >
          <option value="0">{translate('units')}</option>
          {!units.some((unit) => unit.decimals === decimals) && decimals > 0 && (
            <option value={String(decimals)}>
              {translate('{decimals} decimals', { decimals: String(decimals) })}
            </option>
          )}
          {units.map((unit) => (
            <option key={unit.decimals} value={String(unit.decimals)}>
              {unit.name}
            </option>
          ))}
        </BareSelect>
      }
    />
  )
}

export declare namespace IntegerInput {
  type Props = {
    label: string
    type: string
    value: string
    units: readonly IntegerUnit[]
    /** The contract's own token, if this counts it. */
    own: { symbol: string; decimals: number } | undefined
    error: string | undefined
    onValueChange: (value: string) => void
  }
}

/** Recognizes hexadecimal, and powers of ten while no unit is chosen. */
function isOtherNotation(text: string): boolean {
  return /^(0x[\da-f]*|-?\d+(\.\d*)?e\d{1,2})$/i.test(text)
}

function split(value: string): { text: string; decimals: number } {
  const parts = /^([^x]*)e(\d{1,2})$/i.exec(value)
  return parts ? { text: parts[1] ?? '', decimals: Number(parts[2]) } : { text: value, decimals: 0 }
}

/** Beside another default, that a number has no unit is stored too. */
function join(text: string, decimals: number, own: IntegerInput.Props['own']): string {
  const plain = text.replaceAll(/\s/g, '')
  return (decimals === 0 && !own) || /[ex]/i.test(plain) ? plain : `${plain}e${decimals}`
}

function formatSent(text: string, decimals: number): string | undefined {
  const parts = /^(-?\d*)(?:\.(\d*))?$/.exec(text)
  const fraction = parts?.[2] ?? ''
  if (!parts || text === '' || fraction.length > decimals) return undefined
  const digits = `${parts[1] ?? ''}${fraction.padEnd(decimals, '0')}`.replace(/^(-?)0+(?=\d)/, '$1')
  return digits
}
