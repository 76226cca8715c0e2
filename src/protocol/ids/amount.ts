import { z } from 'zod'

/** Largest value an EVM `uint256` holds; no amount on any supported chain exceeds it. */
const maxUint256 = 2n ** 256n - 1n

/**
 * A whole number as it travels: decimal digits, no sign, no leading zeros, at most 78 characters and
 * not above 2^256 - 1. Amounts are in the asset's smallest unit.
 *
 * Sealed documents (quotes) keep amounts as this text, because the seal covers the text; code that
 * computes reads it with {@link toUnits}. Source: specification section 1, "Amount rule".
 */
export const AmountText = z
  .string()
  .max(78)
  // Whatever is no number ends here: the checks that follow, here and where it is used, compute.
  .regex(/^(0|[1-9]\d*)$/, {
    message: 'Expected a whole number of the smallest unit, in decimal.',
    abort: true,
  })
  .refine((text) => text.length < 78 || BigInt(text) <= maxUint256, 'The amount exceeds 2^256 - 1.')
export type AmountText = z.output<typeof AmountText>

/** {@link AmountText} that is not zero: where value must move. */
export const PositiveAmountText = AmountText.refine((text) => text !== '0', 'The amount is zero.')
export type PositiveAmountText = z.output<typeof PositiveAmountText>

/** Reads an {@link AmountText}. Only for text that a schema has checked. */
export function toUnits(text: AmountText): bigint {
  return BigInt(text)
}

/** A token amount that a person typed, or why it cannot be read. */
export type ParsedAmount =
  | { units: bigint }
  | { problem: 'empty' | 'malformed' | 'too many decimals' | 'too large' }

/**
 * Reads a plain number as a token amount: digits with at most one point.
 *
 * @param text - Such as `1.5` or `.5`.
 * @param decimals - Decimals of the asset (6: `1.5` gives 1500000n).
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: 'empty' }
  const match = /^(\d*)(?:\.(\d*))?$/.exec(trimmed)
  const [whole = '', fraction = ''] = match?.slice(1) ?? []
  if (!match || whole + fraction === '') return { problem: 'malformed' }
  if (fraction.length > decimals) return { problem: 'too many decimals' }
  if (whole.length > 78) return { problem: 'too large' }
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units > maxUint256 ? { problem: 'too large' } : { units }
}

/**
 * Writes units as a plain decimal number without trailing zeros (`1500000n`, 6 gives `1.5`).
 * Exact: {@link parseAmount} of the result gives the same units.
 */
export function formatAmount(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/**
 * Converts units between decimals, rounded down.
 *
 * @returns Exact when `to >= from`; otherwise what is below one unit of `to` is dropped.
 */
export function rescale(units: bigint, decimals: { from: number; to: number }): bigint {
  const shift = decimals.to - decimals.from
  return shift >= 0 ? units * 10n ** BigInt(shift) : units / 10n ** BigInt(-shift)
}
