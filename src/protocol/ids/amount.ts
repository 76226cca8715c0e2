import { z } from 'zod/mini'

/** Largest `uint256`; no amount on a supported chain exceeds it. */
const maxUint256 = 2n ** 256n - 1n

/**
 * A whole number on the wire: decimal digits without sign or leading zeros, at most 2^256 - 1
 * (78 characters). Amounts are in the asset's smallest unit.
 *
 * Quotes keep amounts as text because their signature covers the text; use {@link toUnits} to
 * compute with them. Source: specification section 1, "Amount rule".
 */
export const AmountText = z.string().check(
  z.maxLength(78),
  z.regex(/^(0|[1-9]\d*)$/, {
    message: 'Expected a whole number of the smallest unit, in decimal.',
    abort: true,
  }),
  z.refine(
    (text) => text.length < 78 || BigInt(text) <= maxUint256,
    'The amount exceeds 2^256 - 1.',
  ),
)
export type AmountText = z.output<typeof AmountText>

/** An {@link AmountText} other than zero. */
export const PositiveAmountText = AmountText.check(
  z.refine((text) => text !== '0', 'The amount is zero.'),
)
export type PositiveAmountText = z.output<typeof PositiveAmountText>

/** Parses an {@link AmountText} that a schema has already validated. */
export function toUnits(text: AmountText): bigint {
  return BigInt(text)
}

/** A token amount entered by a person, or why it is invalid. */
export type ParsedAmount =
  | { units: bigint }
  | { problem: 'empty' | 'malformed' | 'too many decimals' | 'too large' }

/**
 * Parses a plain decimal number (digits with at most one point) as a token amount.
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
 * Formats units as a plain decimal number without trailing zeros (`1500000n`, 6 gives `1.5`).
 * {@link parseAmount} of the result returns the same units.
 */
export function formatAmount(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/**
 * Converts units between numbers of decimals, rounding down. Exact when `to >= from`.
 */
export function rescale(units: bigint, decimals: { from: number; to: number }): bigint {
  const shift = decimals.to - decimals.from
  return shift >= 0 ? units * 10n ** BigInt(shift) : units / 10n ** BigInt(-shift)
}
