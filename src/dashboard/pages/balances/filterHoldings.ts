import { rankSymbol } from '../../components/amounts/rankSymbol.ts'
import { sumShown } from '../../components/amounts/sumShown.ts'
import type { Holding } from './holdings.ts'

/** Filter of the asset list. */
export type HoldingFilter = {
  text: string
  /** CAIP-2 id. */
  chain: string | undefined
  hideSmall: boolean
}

const maxSmallUsd = 1

/**
 * Returns the assets that match a filter, and the number and value of those hidden as small. The
 * text is searched in symbols, names, ids and contract addresses; exact symbols come first. An
 * asset whose value is not fully known is never small.
 */
export function filterHoldings(
  holdings: readonly Holding[],
  filter: HoldingFilter,
): { shown: readonly Holding[]; hidden: number; hiddenUsd: number } {
  const matching = holdings.filter(
    (holding) => isOnChain(holding, filter.chain) && isNamed(holding, filter.text),
  )
  const shown = matching
    .filter((holding) => !filter.hideSmall || !isSmall(holding))
    .toSorted((a, b) => rankSymbol(a.symbol, filter.text) - rankSymbol(b.symbol, filter.text))
  const hidden = matching.filter((holding) => !shown.includes(holding))
  const { valueUsd } = sumShown(hidden.map((holding) => holding.valueUsd ?? 0))
  return { shown, hidden: hidden.length, hiddenUsd: valueUsd }
}

function isOnChain(holding: Holding, chain: string | undefined): boolean {
  if (chain === undefined) return true
  return (
    holding.parts.some((part) => part.chain.chain === chain) ||
    holding.unknownOn.some((unknown) => unknown.chain === chain)
  )
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
