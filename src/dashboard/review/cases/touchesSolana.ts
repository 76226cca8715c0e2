import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'

/** Whether a quote pays or delivers on Solana, so that the Solana verifier is needed. */
export function touchesSolana(
  quote: Pick<Quote, 'originChainsOperations' | 'destinationToken'>,
): boolean {
  const { originChainsOperations, destinationToken } = quote
  return (
    destinationToken.assetType.startsWith('solana:') ||
    originChainsOperations.some((operation) => !isEvmOperation(operation))
  )
}
