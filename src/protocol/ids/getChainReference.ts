import type { ChainId } from './caip.ts'

/** Returns the reference of a CAIP-2 chain id: the part after the colon. */
export function getChainReference(chainId: ChainId): string {
  return chainId.slice(chainId.indexOf(':') + 1)
}
