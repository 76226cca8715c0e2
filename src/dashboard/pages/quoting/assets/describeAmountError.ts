import type { ParsedAmount } from '#protocol/ids/amount.ts'
import { translate } from '../../../language/translate.ts'

/** Describes what is wrong with a typed amount of an asset; undefined if it is only missing. */
export function describeAmountError(
  problem: Extract<ParsedAmount, { problem: string }>['problem'],
  asset: { symbol: string; decimals: number } | undefined,
): string | undefined {
  switch (problem) {
    case 'empty':
      return undefined
    case 'malformed':
      return translate('This isn’t a number.')
    case 'too many decimals':
      return asset
        ? translate('{symbol} has at most {decimals} decimals.', asset)
        : translate('Too many decimals.')
    case 'too large':
      return translate('This amount is too large.')
  }
}
