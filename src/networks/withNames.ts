import type { Names } from '#protocol/accounts/names.ts'
import type { Network } from './network.ts'

/** Applies a deployment's wire names to a network. */
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
