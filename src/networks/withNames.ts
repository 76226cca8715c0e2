import type { Names } from '#protocol/accounts/names.ts'
import type { Network } from './network.ts'

/**
 * The network as a deployment with these names speaks of it: its aggregates carry the prefix, its
 * accounts the types. Everything that names one takes it from the network.
 */
export function withNames(network: Network, names: Names): Network {
  return {
    ...network,
    names,
    aggregates: network.aggregates.map((aggregate) => ({
      ...aggregate,
      aggregatedAssetId: aggregate.aggregatedAssetId.replace(/^[^:]*/, names.aggregatedPrefix),
    })),
  }
}
