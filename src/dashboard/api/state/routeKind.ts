import type { ChainId } from '#protocol/ids/caip.ts'
import type { DurationKind } from './durations.ts'

/** Returns the kind of a route, whose executions take about as long as each other. */
export function getRouteKind(of: {
  isCall: boolean
  from: readonly ChainId[]
  to: readonly ChainId[]
}): DurationKind {
  const chains = new Set([...of.from, ...of.to])
  if (of.isCall) return 'call'
  if ([...chains].some((chain) => chain.startsWith('solana:'))) return 'solana'
  return chains.size === 1 ? 'oneChain' : 'chains'
}
