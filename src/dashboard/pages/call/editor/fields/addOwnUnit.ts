import type { IntegerUnit } from './IntegerInput.tsx'

/** The units of an amount; that of the contract's own token comes first, and has its name. */
export function addOwnUnit(
  units: readonly IntegerUnit[],
  token: { symbol: string; decimals: number } | undefined,
): readonly IntegerUnit[] {
  if (!token) return units
  const { symbol: name, decimals } = token
  return [{ decimals, name }, ...units.filter((unit) => unit.decimals !== decimals)]
}
