import { rankSymbol } from '#dashboard/components/amounts/rankSymbol.ts'
import type { AssetChoice } from './assetChoices.ts'

/**
 * Returns the choices that match a text, on one chain or any: exact tickers first, then what is held
 * by its worth, then the rest in the network's order.
 */
export function findAssetChoices(
  choices: readonly AssetChoice[],
  wanted: { text: string; chain: string | undefined },
): readonly AssetChoice[] {
  const text = wanted.text.trim().toLowerCase()
  return choices
    .filter((choice) => {
      const words = [choice, ...choice.members].flatMap(({ symbol, name, assetId }) => [
        symbol,
        name,
        assetId,
      ])
      const isOnChain = getMembers(choice, wanted.chain).length > 0
      return isOnChain && words.some((word) => word.toLowerCase().includes(text))
    })
    .toSorted(
      (a, b) =>
        getRank(a, text) - getRank(b, text) || getHeld(b, wanted.chain) - getHeld(a, wanted.chain),
    )
}

function getMembers({ members }: AssetChoice, chainId: string | undefined) {
  return members.filter(({ chain }) => chainId === undefined || chain.chain === chainId)
}

function getRank({ symbol, members }: AssetChoice, text: string): number {
  return Math.min(
    ...[symbol, ...members.map((one) => one.symbol)].map((one) => rankSymbol(one, text)),
  )
}

/** Dollars held; what is held without a price comes after the rest of it, and before nothing. */
function getHeld(choice: AssetChoice, chainId: string | undefined): number {
  const held = getMembers(choice, chainId).filter(({ units = 0n }) => units > 0n)
  const usd = held.reduce((sum, { valueUsd = 0 }) => sum + valueUsd, 0)
  return held.length === 0 ? 0 : Math.max(usd, Number.MIN_VALUE)
}
