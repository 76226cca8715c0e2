import type { ParsedAmount } from '#protocol/ids/amount.ts'

/** Describes what is wrong with a typed amount of an asset; undefined if it is only missing. */
export function describeAmountError(
  problem: Extract<ParsedAmount, { problem: string }>['problem'],
  asset: { symbol: string; decimals: number } | undefined,
): string | undefined {
  switch (problem) {
    case 'empty':
      return undefined
    case 'malformed':
      return 'This is not a number.'
    case 'too many decimals':
      return `${asset?.symbol ?? 'It'} has only ${asset?.decimals ?? 0} decimals.`
    case 'too large':
      return 'This is more than any asset has.'
  }
}
