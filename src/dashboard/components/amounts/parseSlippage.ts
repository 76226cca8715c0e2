import { parseAmount } from '#protocol/ids/amount.ts'

/** A typed slippage limit: basis points, possibly with a caution, or an error. */
export type ParsedSlippage = { bps: number; caution?: string } | { error: string }

/** Parses a plain percentage (`0.5`). Source: pages, "Gates". */
export function parseSlippage(text: string): ParsedSlippage {
  const parsed = parseAmount(text, 2)
  if ('problem' in parsed)
    return {
      error:
        parsed.problem === 'too many decimals'
          ? 'Two decimals at most.'
          : 'Enter a percentage, such as 0.5.',
    }
  const bps = Number(parsed.units)
  if (bps > 5000) return { error: 'More than 50% is refused.' }
  if (bps < 1) return { error: 'The smallest limit is 0.01%.' }
  if (bps < 10) return { bps, caution: 'Under 0.1% most swaps come back.' }
  if (bps > 500)
    return {
      bps,
      caution: 'Above 5% you may receive far less than the market gives, so you are asked twice.',
    }
  return { bps }
}
