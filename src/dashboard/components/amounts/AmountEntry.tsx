import { ArrowUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { translate } from '../../language/translate.ts'
import { Icon } from '../forms/Icon.tsx'
import { AmountField } from './AmountField.tsx'
import { getMoneyFormat } from './amounts.ts'
import { toFiatText } from './fiatAmount.ts'
import { useFormats } from './Formats.tsx'
import { toUsd } from './worth.ts'
import { useTypedMoney } from './useTypedMoney.ts'

/**
 * An amount of a token, typed in the token or in the currency of values; its worth in the other stands
 * below and switches between them. What the form stores is the token amount.
 */
export function AmountEntry(props: AmountEntry.Props) {
  const { label, value, assetId, decimals, symbol, units, priceUsd, error, trailing } = props
  const { onValueChange } = props
  const formats = useFormats()
  const { currency, perUsd } = formats.shown
  const { before, after, digits } = getMoneyFormat(formats.locale, currency)
  const [unit, setUnit] = useState<'token' | 'money'>('token')
  const isMoney = unit === 'money' && priceUsd !== undefined
  const money = useTypedMoney({
    asset: { assetId, decimals, price: priceUsd === undefined ? undefined : priceUsd * perUsd },
    value,
    isMoney: unit === 'money',
    onValueChange,
  })
  const valueUsd =
    priceUsd === undefined
      ? props.valueUsd
      : toUsd(units === undefined ? undefined : { units, decimals }, priceUsd)
  const worthShown = valueUsd === undefined ? undefined : valueUsd * perUsd
  const worth = isMoney
    ? `${formats.amount(units ?? 0n, { decimals, detail: 'full' })} ${symbol}`
    : valueUsd === undefined && priceUsd === undefined
      ? undefined
      : formats.usd(valueUsd ?? 0)
  return (
    <AmountField
      key={isMoney ? currency : 'token'}
      label={isMoney ? translate('{label}, in {currency}', { label, currency }) : label}
      value={isMoney ? (money.text ?? toMoneyText(value, worthShown, digits)) : value}
      decimals={isMoney ? digits : decimals}
      prefix={isMoney ? (before || after).trim() : undefined}
      isInvalid={error !== undefined}
      below={
        <>
          {error ?? (priceUsd === undefined ? (worth ?? ' ') : undefined)}
          {priceUsd !== undefined && (
            <button
              type="button"
              className={`reach -mx-1 inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-xs px-1 text-left font-normal [overflow-wrap:anywhere] text-ink-3 hover:text-ink ${error === undefined ? '' : 'ml-2'}`}
              onClick={() => setUnit(isMoney ? 'token' : 'money')}
            >
              <span className="min-w-0">{worth}</span>
              <Icon of={ArrowUpDown} size={13} />
              <span className="sr-only">
                {translate('Enter {symbol} instead', { symbol: isMoney ? symbol : currency })}
              </span>
            </button>
          )}
        </>
      }
      trailing={trailing}
      onValueChange={isMoney ? money.type : onValueChange}
    />
  )
}

export declare namespace AmountEntry {
  type Props = {
    label: string
    /** What it is an amount of; money that was typed is converted anew for another asset. */
    assetId: string
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
function toMoneyText(value: string, worth: number | undefined, digits: number): string {
  return value.endsWith('?') ? value : toFiatText(worth, digits)
}
