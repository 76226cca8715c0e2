import { formatAmount } from '#protocol/ids/amount.ts'

/** Writes an amount for a person, such as "7.5 ETH". */
export function describeAmount(
  units: bigint,
  { symbol, decimals }: { symbol: string; decimals: number },
): string {
  return `${formatAmount(units, decimals)} ${symbol}`
}

/** The last second that a Date can hold in four digits of a year. */
const lastSecond = 253_402_300_799

/** Writes a time for a person, in UTC. @param seconds - Unix seconds. */
export function describeTime(seconds: bigint | string): string {
  return new Date(Math.min(Number(seconds), lastSecond) * 1000).toISOString()
}
