import type { ChainId } from '#protocol/ids/caip.ts'

/** A cluster as wallet apps name it. Source: Mobile Wallet Adapter 2.0, "Chain identifiers". */
export type ClusterName = 'solana:mainnet' | 'solana:devnet' | 'solana:testnet'

const names: ReadonlyMap<string, ClusterName> = new Map([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
])

/** Returns the name of a cluster; undefined for one of a local network, which apps do not know. */
export function nameCluster(chainId: ChainId): ClusterName | undefined {
  return names.get(chainId)
}
