import { type ChainOperation, getGasLimit, isEvmOperation } from '#protocol/orders/operation.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { ServiceError } from '../../ServiceError.ts'
import { getOperationGas, type Route } from '../routing/route.ts'
import { defaultMaxOperationGas, gasUse } from '../pricing/rates.ts'

/**
 * `callGas`: simulated gas of the calls; absent on chains where it is fixed per kind of operation.
 */
export type BuiltOperation = { operation: ChainOperation; callGas?: bigint }

/**
 * Refuses an operation whose gas limits exceed the sponsored maximum: the recipient's or callee's
 * code decides how much of the limits is used. The gas of its bytes is no part: it is known, paid for
 * and bounded by how many bytes a request may have.
 *
 * @throws ServiceError GAS_LIMIT_EXCEEDED.
 * Source: security rule 32.
 */
export function checkOperationGas(
  operation: ChainOperation,
  options: { chainId: ChainId; maxOperationGas?: bigint | undefined },
): void {
  const { chainId, maxOperationGas = defaultMaxOperationGas } = options
  const bytesGas = isEvmOperation(operation) ? BigInt(operation.userOp.preVerificationGas) : 0n
  const gas = getGasLimit(operation) - bytesGas
  if (gas <= maxOperationGas) return
  throw new ServiceError(
    'GAS_LIMIT_EXCEEDED',
    `The operation on ${chainId} may take ${gas} gas; ${maxOperationGas} at most are sponsored in one. Ask for less in one operation, or for another recipient.`,
  )
}

/** Returns the gas of a whole operation from the measured gas of its calls. */
export function getWholeGas({ callGas, isFirst }: { callGas: bigint; isFirst: boolean }): bigint {
  return gasUse.call + callGas + (isFirst ? gasUse.firstOperation : 0n)
}

/** Whether measured gas exceeds the usual by more than a tenth and should be charged instead. */
export function isMoreExpensive(measuredGas: bigint, usual: bigint): boolean {
  return measuredGas * 10n > usual * 11n
}

/**
 * Returns the route with its operations' measured gas where that exceeds the usual by more than a
 * tenth, so that the fees follow.
 *
 * @returns Undefined when the usual gas is close enough.
 */
export function addMeasuredGas(
  route: Route,
  operations: readonly BuiltOperation[],
): Route | undefined {
  let isChanged = false
  const allocations = route.allocations.map((allocation, index) => {
    const callGas = operations[index]?.callGas
    if (callGas === undefined) return allocation
    const measuredGas = getWholeGas({ callGas, isFirst: allocation.isFirst })
    if (!isMoreExpensive(measuredGas, getOperationGas(allocation, route.kind))) return allocation
    isChanged = true
    return { ...allocation, measuredGas }
  })
  return isChanged ? { ...route, allocations } : undefined
}
