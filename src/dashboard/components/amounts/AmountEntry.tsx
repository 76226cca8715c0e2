import { ArrowUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { translate } from '../../language/translate.ts'
import { Icon } from '../forms/Icon.tsx'
import { AmountField } from './AmountField.tsx'
import { toFiatText, toTokenText } from './fiatAmount.ts'
import { useFormats } from './Formats.tsx'

/**
 * An amount of a token, typed in the token or in dollars; its worth in the other stands below and
 * switches between them. What the form stores is the token amount.
 */
export function AmountEntry(props: AmountEntry.Props) {
  const { label, value, decimals, symbol, units, priceUsd, error, trailing, onValueChange } = props
  const formats = useFormats()
  const [unit, setUnit] = useState<'token' | 'usd'>('token')
  const [typedUsd, setTypedUsd] = useState({ text: '', for: '' })
  const isUsd = unit === 'usd' && priceUsd !== undefined
  const valueUsd =
    priceUsd === undefined
      ? props.valueUsd
      : units === undefined
        ? undefined
        : (Number(units) / 10 ** decimals) * priceUsd
  function enter(text: string) {
    if (!isUsd) return onValueChange(text)
    const next = toTokenText(text, { priceUsd, decimals })
    setTypedUsd({ text, for: next })
    return onValueChange(next)
  }
  const worth = isUsd
    ? `${formats.amount(units ?? 0n, { decimals, detail: 'full' })} ${symbol}`
    : valueUsd === undefined && priceUsd === undefined
      ? undefined
      : formats.usd(valueUsd ?? 0)
  return (
    <AmountField
      key={isUsd ? 'usd' : 'token'}
      label={isUsd ? translate('{label}, in US dollars', { label }) : label}
      value={!isUsd ? value : typedUsd.for === value ? typedUsd.text : toUsdText(value, valueUsd)}
      decimals={isUsd ? 2 : decimals}
      prefix={isUsd ? '$' : undefined}
      valueUsd={valueUsd}
      isInvalid={error !== undefined}
      below={
        <>
          {error ?? (priceUsd === undefined ? (worth ?? ' ') : undefined)}
          {priceUsd !== undefined && (
            <button
              type="button"
              className={`reach -mx-1 inline-flex min-h-6 items-center gap-1.5 rounded-xs px-1 font-normal text-ink-3 hover:text-ink ${error === undefined ? '' : 'ml-2'}`}
              onClick={() => setUnit(isUsd ? 'token' : 'usd')}
            >
              {worth}
              <Icon of={ArrowUpDown} size={13} />
              <span className="sr-only">
                {isUsd
                  ? translate('Enter {symbol} instead', { symbol })
                  : translate('Enter US dollars instead')}
              </span>
            </button>
          )}
        </>
      }
      trailing={trailing}
      onValueChange={enter}
    />
  )
}

export declare namespace AmountEntry {
  type Props = {
    label: string
    /** The token amount: plain digits with at most one point; unreadable text ends with `?`. */
    value: string
    decimals: number
    symbol: string
    /** The amount in smallest units; undefined if empty or invalid. */
    units: bigint | undefined
    /** US dollars per whole token; undefined where they cannot be typed. */
    priceUsd: number | undefined
    /** Worth of the amount where no price is known. */
    valueUsd?: number | undefined
    error?: ReactNode
    trailing?: ReactNode
    onValueChange: (value: string) => void
  }
}

/** Unreadable text stays as it is, to be mended. */
function toUsdText(value: string, valueUsd: number | undefined): string {
  return value.endsWith('?') ? value : toFiatText(valueUsd)
}
