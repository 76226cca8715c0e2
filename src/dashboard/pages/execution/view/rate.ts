import type { ChainAmount } from './chainAmount.ts'

/** The price of one whole token, fees included, in the units of another. */
export type ExecutionRate = {
  of: string
  in: string
  units: bigint
  decimals: number
}

/** Decimals of a rate: enough for the smallest token in terms of the dearest. */
const decimals = 18

/**
 * Returns what one received token cost; where that is less than one, what one paid token bought.
 * Undefined for a transfer and while an amount is not known.
 */
export function getRate(
  paid: Pick<ChainAmount, 'units' | 'decimals' | 'symbol'> | undefined,
  received: Pick<ChainAmount, 'units' | 'decimals' | 'symbol'> | undefined,
): ExecutionRate | undefined {
  if (!paid || !received || paid.symbol === received.symbol) return undefined
  if (paid.units === 0n || received.units === 0n) return undefined
  const cost = divide(paid, received)
  return cost >= 10n ** BigInt(decimals)
    ? { of: received.symbol, in: paid.symbol, units: cost, decimals }
    : { of: paid.symbol, in: received.symbol, units: divide(received, paid), decimals }
}

type Amount = { units: bigint; decimals: number }

function divide(a: Amount, b: Amount): bigint {
  const scale = 10n ** BigInt(decimals)
  return (a.units * scale * 10n ** BigInt(b.decimals)) / (b.units * 10n ** BigInt(a.decimals))
}
