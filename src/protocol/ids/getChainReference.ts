import type { ChainId } from './caip.ts'

/** What a chain is called within its ecosystem: the part of its CAIP-2 id behind the colon. */
export function getChainReference(chainId: ChainId): string {
  return chainId.slice(chainId.indexOf(':') + 1)
}
