import type { Pool } from '#networks/network.ts'
import type { Asset } from '../../assetIndex.ts'
import type { Allocation, MeasuredSource } from '../funding/selectInputs.ts'
import { type RouteKind, gasUse, getGas } from '../pricing/rates.ts'
import type { PriceBook } from '../../prices/prices.ts'
import type { FundingSources } from '../funding/fundingSources.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import type { RecipientStates } from './recipientStates.ts'

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

/** What is known about a request: its resolution, and everything that was read for it. */
export type QuoteContext = {
  resolved: ResolvedQuoteRequest
  found: FundingSources
  book: PriceBook
  recipientStates: RecipientStates
}

/** Returns the expected gas of an allocation on its own chain, including a deposit's release. */
export function getAllocationGas(source: MeasuredSource, kind: RouteKind): bigint {
  const release = kind === 'deposit' ? getGas('release', source.asset.chainId) : 0n
  return getOperationGas(source, kind) + release
}

/** Returns the expected gas of an allocation's operation; measured gas counts if higher. */
export function getOperationGas(
  { asset, isFirst, measuredGas = 0n }: MeasuredSource,
  kind: RouteKind,
): bigint {
  const usual = getGas(kind, asset.chainId) + (isFirst ? gasUse.firstOperation : 0n)
  return measuredGas > usual ? measuredGas : usual
}
