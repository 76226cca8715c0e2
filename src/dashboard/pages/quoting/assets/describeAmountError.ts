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
      return translate('This is not a number.')
    case 'too many decimals':
      return asset
        ? translate('{symbol} has only {decimals} decimals.', asset)
        : translate('This has too many decimals.')
    case 'too large':
      return translate('This is more than any asset has.')
  }
}
