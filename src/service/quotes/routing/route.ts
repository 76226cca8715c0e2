import type { Pool } from '#networks/network.ts'
import type { Asset } from '../../assetIndex.ts'
import type { Allocation } from '../funding/selectInputs.ts'
import type { RouteKind } from '../pricing/rates.ts'

/** One way to fulfil a request: balances spent, kind of operations, asset delivered. */
export type Route = {
  kind: RouteKind
  allocations: readonly Allocation[]
  destination: Asset
  /** Pool of a swap. */
  pool: Pool | undefined
  /** Gas of the delivery on the destination chain, beyond that of the origin operations. */
  deliveryGas: bigint
  signatures: number
  /** Cost in 1e-8 dollars: gas, spread, pool fee. */
  costUsd: bigint
}
