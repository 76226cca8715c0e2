import type { SolanaNetworkChain } from '#networks/network.ts'

/** Commitment that counts on a chain: finalized if it wants more than one confirmation. */
export function getCommitment({
  depth,
}: Pick<SolanaNetworkChain, 'depth'>): 'confirmed' | 'finalized' {
  return depth > 1 ? 'finalized' : 'confirmed'
}
