import { getMeasuredCallGas } from '#chains/evm/build/buildOperation.ts'
import { getChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import {
  type ChainOperation,
  isCreatingAccount,
  isEvmOperation,
} from '#protocol/orders/operation.ts'
import type { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import { isMoreExpensive, getWholeGas } from '../../quotes/build/operationGas.ts'
import { getGas, gasUse, type RouteKind, tokenAccountLamports } from '../../quotes/pricing/rates.ts'
import type { Exchange } from '../../quotes/pricing/repricing.ts'
import { getPathBetween } from '../../quotes/routing/routePath.ts'
import { type ExecutionPlan, getServiceFees, type PlanLeg } from '../plan/executionPlan.ts'

type Costs = Pick<Exchange, 'fees' | 'gas' | 'rent'>

/** The fees a plan charges, and the gas and lost rent it costs the service at least. */
export function getCosts(
  plan: ExecutionPlan,
  options: { quote: AnyQuote; call: QuotedCall | undefined; network: Network },
): Costs {
  const { legs, destination, destinationDeployment } = plan
  return {
    fees: getServiceFees(plan),
    gas: [
      ...legs.flatMap((leg) => getLegGas(leg, options)),
      ...(destination
        ? [{ chainId: destination.chainId, gas: getDeliveryGas(plan, options) }]
        : []),
      ...(destinationDeployment?.isDue
        ? [
            {
              chainId: destinationDeployment.chainId,
              gas: gasUse.deployment + gasUse.firstOperation,
            },
          ]
        : []),
    ],
    rent: getRent(plan, options),
  }
}

function getLegGas(
  { chainId, operation, assetType, order, isCall }: PlanLeg,
  { quote, call, network }: { quote: AnyQuote; call: QuotedCall | undefined; network: Network },
): Costs['gas'] {
  if (isCall && call) {
    const callGas = BigInt(call.terms.callGas)
    return [{ chainId, gas: getWholeGas({ callGas, isFirst: isCreatingAccount(operation) }) }]
  }
  const { kind } = getPathBetween(network, [assetType, quote.destinationToken.assetType])
  const gas = getOperationGas(operation, { chainId, kind: order ? 'deposit' : kind })
  return [{ chainId, gas: order ? gas + getGas('release', chainId) : gas }]
}

/** Gas as it was priced: the usual gas of its kind, or the measured gas where that is more. */
function getOperationGas(
  operation: ChainOperation,
  { chainId, kind }: { chainId: ChainId; kind: RouteKind },
): bigint {
  const isFirst = isCreatingAccount(operation)
  const usual = getGas(kind, chainId) + (isFirst ? gasUse.firstOperation : 0n)
  if (!isEvmOperation(operation)) return usual
  const measured = getWholeGas({ callGas: getMeasuredCallGas(operation), isFirst })
  return isMoreExpensive(measured, usual) ? measured : usual
}

function getDeliveryGas(
  { destination }: ExecutionPlan,
  { call }: { call: QuotedCall | undefined },
): bigint {
  if (call) return gasUse.grant + gasUse.call + BigInt(call.terms.callGas)
  return destination ? getGas('fill', destination.chainId) : 0n
}

/** Rent of a token account created for the recipient, which only the recipient can close. */
function getRent({ destination }: ExecutionPlan, { network }: { network: Network }): Costs['rent'] {
  if (destination?.kind !== 'fill' || !destination.makesAccount) return []
  const { kind, nativeAsset } = getChain(network, destination.chainId)
  switch (kind) {
    case 'evm':
      return []
    case 'solana':
      return [{ assetType: nativeAsset, amount: tokenAccountLamports }]
  }
}
