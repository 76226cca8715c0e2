import type { Formats } from '../../../components/amounts/createFormats.ts'
import type { NamedAmount } from '../../amounts/sumPaidAmount.ts'
import type { HistoryRow } from './historyRow.ts'

/** Digits that a rate is computed with. */
const precision = 18

/**
 * Returns what one of the dearer token of a swap cost in the other, fees included: `1 ETH =
 * 3,001.20 USDC`. Undefined without both amounts.
 */
export function formatRate(
  { paid, received }: Pick<HistoryRow, 'paid' | 'received'>,
  formats: Formats,
): string | undefined {
  if (!paid || !received || paid.units === 0n || received.units === 0n) return undefined
  const isReceivedDearer =
    paid.units * 10n ** BigInt(received.decimals) >= received.units * 10n ** BigInt(paid.decimals)
  const [one, other] = isReceivedDearer ? [received, paid] : [paid, received]
  const shown = formats.asset({
    units: divide(other, one),
    decimals: precision,
    symbol: other.symbol,
  })
  return `1 ${one.symbol} = ${shown}`
}

/** How much of `amount` there is for a whole unit of `per`, with {@link precision} decimals. */
function divide(amount: NamedAmount, per: NamedAmount): bigint {
  const scale = 10n ** BigInt(precision + per.decimals)
  return (amount.units * scale) / (per.units * 10n ** BigInt(amount.decimals))
}
