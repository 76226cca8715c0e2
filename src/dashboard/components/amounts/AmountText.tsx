import { translate } from '../../language/translate.ts'
import { UnlistedMark } from '../status/UnlistedMark.tsx'
import { useFormats } from './Formats.tsx'

/** An amount with its ticker, shortened for reading; the exact amount is in the title. */
export function AmountText(props: AmountText.Props) {
  const { units, decimals, symbol } = props
  const formats = useFormats()
  const shown = formats.amount(units, { decimals })
  const exact = formats.amount(units, { decimals, detail: 'full' })
  const amount = (
    <span className="num" title={`${exact}${symbol ? ` ${symbol}` : ''}`}>
      {shown}
      {symbol && <span className="font-normal text-ink-2"> {symbol}</span>}
    </span>
  )
  if (!props.isUnlisted) return amount
  return (
    <>
      {amount}
      <UnlistedMark />
    </>
  )
}

export declare namespace AmountText {
  type Props = {
    /** Smallest units. */
    units: bigint
    decimals: number
    symbol?: string
    /** The network file does not list the asset. */
    isUnlisted?: boolean | undefined
  }
}

/** A large dollar amount with small cents; screen readers get one text. */
export function HeroUsd(props: HeroUsd.Props) {
  const formats = useFormats()
  if (props.valueUsd === undefined)
    return <span className="font-semibold text-ink-3">{translate('Unknown')}</span>
  const text = formats.usd(props.valueUsd)
  const at = text.search(/[.,]\d\d$/)
  return (
    <span className="num font-semibold">
      {at < 0 ? text : text.slice(0, at)}
      {at >= 0 && (
        <span className="text-[0.56em] leading-none tracking-tight text-ink-3">
          {text.slice(at)}
        </span>
      )}
    </span>
  )
}

export declare namespace HeroUsd {
  type Props = { valueUsd: number | undefined }
}
