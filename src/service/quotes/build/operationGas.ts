import { type ChainOperation, getGasLimit } from '#protocol/orders/operation.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { ServiceError } from '../../ServiceError.ts'
import { getOperationGas, type Route } from '../routing/planRoutes.ts'
import { defaultMaxOperationGas, gasUse } from '../pricing/rates.ts'

/** `callGas`: what its calls take now; absent on chains where every operation of a kind takes the same. */
export type BuiltOperation = { operation: ChainOperation; callGas?: bigint }

/**
 * Refuses an operation that could take more gas than is sponsored in one: whoever is paid or called
 * decides how much of its limits it takes.
 *
 * @throws ServiceError GAS_LIMIT_EXCEEDED.
 * Source: security rule 32.
 */
export function checkOperationGas(
  operation: ChainOperation,
  options: { chainId: ChainId; maxOperationGas?: bigint | undefined },
): void {
  const { chainId, maxOperationGas = defaultMaxOperationGas } = options
  const gas = getGasLimit(operation)
  if (gas <= maxOperationGas) return
  throw new ServiceError(
    'GAS_LIMIT_EXCEEDED',
    `The operation on ${chainId} may take ${gas} gas; ${maxOperationGas} at most are sponsored in one. Ask for less in one operation, or for another recipient.`,
  )
}

/** Gas of a whole operation whose calls were measured. */
export function getWholeGas({ callGas, isFirst }: { callGas: bigint; isFirst: boolean }): bigint {
  return gasUse.call + callGas + (isFirst ? gasUse.firstOperation : 0n)
}

/** Whether what was measured is more than usual by more than a tenth: then it is what counts. */
export function isMoreExpensive(measuredGas: bigint, usual: bigint): boolean {
  return measuredGas * 10n > usual * 11n
}

/**
 * The plan with the gas that its operations were measured to take, where that is more than usual by
 * more than a tenth: the fee of each draw follows it.
 *
 * @returns Undefined when the plan is priced well already.
 */
export function addMeasuredGas(
  plan: Route,
  operations: readonly BuiltOperation[],
): Route | undefined {
  let isAnew = false
  const allocations = plan.allocations.map((draw, index) => {
    const callGas = operations[index]?.callGas
    if (callGas === undefined) return draw
    const measuredGas = getWholeGas({ callGas, isFirst: draw.isFirst })
    if (!isMoreExpensive(measuredGas, getOperationGas(draw, plan.kind))) return draw
    isAnew = true
    return { ...draw, measuredGas }
  })
  return isAnew ? { ...plan, allocations } : undefined
}
