import type { SolanaNetworkChain } from '#networks/network.ts'

/** How sure what counts on a chain is: confirmed, or final when it wants more than one confirmation. */
export function getCommitment({
  depth,
}: Pick<SolanaNetworkChain, 'depth'>): 'confirmed' | 'finalized' {
  return depth > 1 ? 'finalized' : 'confirmed'
}
