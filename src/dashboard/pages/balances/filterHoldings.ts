import { rankSymbol } from '../../components/amounts/rankSymbol.ts'
import { sumShown } from '../../components/amounts/worth.ts'
import type { Holding } from './holdings.ts'

/** Filter of the asset list. */
export type HoldingFilter = {
  text: string
  hideSmall: boolean
  /** Ids of the assets that the user took off the list. */
  byHand: readonly string[]
}

/** The rows of the list, and what is left out of it. */
export type FilteredHoldings = {
  shown: readonly Holding[]
  /** Number and value of the small ones. */
  small: { count: number; valueUsd: number }
  /** The ones that the user took off the list, small or not. */
  byHand: readonly Holding[]
}

const maxSmallUsd = 1

/**
 * Returns the assets that match a filter, and what it hides. The text is searched in symbols, names,
 * ids and contract addresses; exact symbols come first. An asset whose value is not fully known is
 * never small.
 */
export function filterHoldings(
  holdings: readonly Holding[],
  filter: HoldingFilter,
): FilteredHoldings {
  const named = holdings.filter((holding) => isNamed(holding, filter.text))
  const byHand = named.filter(({ id }) => filter.byHand.includes(id))
  const others = named.filter((holding) => !byHand.includes(holding))
  const small = filter.hideSmall ? others.filter(isSmall) : []
  // What is not held at all is not hidden either.
  const held = small.filter(({ units }) => units > 0n)
  const shown = others
    .filter((holding) => !small.includes(holding))
    .toSorted((a, b) => rankSymbol(a.symbol, filter.text) - rankSymbol(b.symbol, filter.text))
  const valueUsd = sumShown(held.map((holding) => holding.valueUsd ?? 0))
  return { shown, small: { count: held.length, valueUsd }, byHand }
}

function isNamed(holding: Holding, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  const names = [
    holding.id,
    holding.name,
    holding.symbol,
    ...holding.parts.flatMap(({ name, symbol, assetType }) => [name, symbol, assetType]),
  ]
  return names.some((name) => name.toLowerCase().includes(wanted))
}

function isSmall(holding: Holding): boolean {
  const isPriced = holding.parts.every(({ valueUsd }) => valueUsd !== undefined)
  return (holding.valueUsd ?? 0) < maxSmallUsd && isPriced && holding.unknownOn.length === 0
}
