import { formatAmount } from '#protocol/ids/amount.ts'

/** Writes an amount for a person, such as "7.5 ETH". */
export function describeAmount(
  units: bigint,
  { symbol, decimals }: { symbol: string; decimals: number },
): string {
  return `${formatAmount(units, decimals)} ${symbol}`
}
