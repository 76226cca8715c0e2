/** A slippage limit that was typed: basis points with a caution, or what is wrong. */
export type TypedSlippage = { bps: number; caution?: string } | { problem: string }

/**
 * Reads a typed percentage as basis points.
 *
 * Refused above 50 %, and below one basis point; a caution under 0.1 % and from 6 % (product,
 * "Gates").
 */
export function slippageBpsOf(text: string): TypedSlippage {
  const percent = Number(text.trim().replace(',', '.'))
  const bps = Math.round(percent * 100)
  if (text.trim() === '' || !Number.isFinite(percent)) return { problem: 'Enter a percentage.' }
  if (bps > 5_000) return { problem: 'More than 50% is not accepted.' }
  if (bps < 1) return { problem: 'The smallest limit is 0.01%.' }
  if (bps < 10) return { bps, caution: 'Under 0.1% most swaps will be returned.' }
  if (bps >= 600) return { bps, caution: 'From 6% a swap may go through far below the market.' }
  return { bps }
}
