import type { QuoteAmount } from '../quoteView.ts'
import type { ChainChoice, ChosenAsset } from './assetChoices.ts'

/**
 * Returns which member of the chosen asset arrives by a quote; undefined without a quote, and while
 * the quote is still that of another choice.
 */
export function findArriving(
  to: ChosenAsset | undefined,
  received: Pick<QuoteAmount, 'symbol' | 'chain'> | undefined,
): ChainChoice | undefined {
  if (!to || !received) return undefined
  const members = to.only ? [to.only] : to.asset.members
  return members.find(
    ({ symbol, chain }) => symbol === received.symbol && chain.chain === received.chain.chain,
  )
}
