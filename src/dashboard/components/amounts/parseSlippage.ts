import { parseAmount } from '#protocol/ids/amount.ts'

import { translate } from '../../language/translate.ts'

/** A typed slippage limit: basis points, possibly with a caution, or an error. */
export type ParsedSlippage = { bps: number; caution?: string } | { error: string }

/** Parses a plain percentage (`0.5`). Source: pages, "Gates". */
export function parseSlippage(text: string): ParsedSlippage {
  const parsed = parseAmount(text, 2)
  if ('problem' in parsed)
    return {
      error:
        parsed.problem === 'too many decimals'
          ? translate('Use at most two decimals.')
          : translate('Enter a percentage, such as 0.5.'),
    }
  const bps = Number(parsed.units)
  if (bps > 5000) return { error: translate('The maximum is 50%.') }
  if (bps < 1) return { error: translate('The minimum is 0.01%.') }
  if (bps < 10) return { bps, caution: translate('Below 0.1%, most swaps fail and are refunded.') }
  if (bps > 500)
    return {
      bps,
      caution: translate(
        'Above 5%, you may receive far less than the market price, so you confirm twice.',
      ),
    }
  return { bps }
}
