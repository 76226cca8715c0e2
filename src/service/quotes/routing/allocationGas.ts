import type { MeasuredSource } from '../funding/selectInputs.ts'
import { gasUse, getGas, type RouteKind } from '../pricing/rates.ts'

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
