import { measuredCallGas } from '#chains/evm/build/buildOperation.ts'
import { chainOf } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import { isDearer, wholeGas } from '../../quotes/build/operationGas.ts'
import { gasFor, gasUse, type PlanKind, tokenAccountLamports } from '../../quotes/pricing/rates.ts'
import type { Exchange } from '../../quotes/pricing/repricing.ts'
import { wayBetween } from '../../quotes/routing/ways.ts'
import { isMaking } from '../guards/checkTerms.ts'
import type { Plan, PlanLeg } from '../plan/plan.ts'

type Costs = Pick<Exchange, 'fees' | 'gas' | 'rent'>

/**
 * What a plan charges, and what the service bears for it at least: gas of every transaction that it will
 * send, and rent that it does not get back.
 */
export function costsOf(
  plan: Plan,
  options: { quote: AnyQuote; call: QuotedCall | undefined; network: Network },
): Costs {
  const { legs, destination, arrival } = plan
  return {
    fees: legs.map(({ assetType, fee }) => ({ assetType, amount: fee })),
    gas: [
      ...legs.flatMap((leg) => legGas(leg, options)),
      ...(destination ? [{ chainId: destination.chainId, gas: deliveryGas(plan, options) }] : []),
      ...(arrival?.isDue
        ? [{ chainId: arrival.chainId, gas: gasUse.arrival + gasUse.firstOperation }]
        : []),
    ],
    rent: rentOf(plan, options),
  }
}

function legGas(
  { chainId, operation, assetType, order, isCall }: PlanLeg,
  { quote, network }: { quote: AnyQuote; network: Network },
): Costs['gas'] {
  // What a call that pays for itself is charged was sealed and stored when it was prepared.
  if (isCall) return []
  const { kind } = wayBetween(network, [assetType, quote.destinationToken.assetType])
  const gas = ownGas(operation, { chainId, kind: order ? 'deposit' : kind })
  return [{ chainId, gas: order ? gas + gasFor('release', chainId) : gas }]
}

/** As it was priced: by what it was measured to take, where that is more than its kind usually does. */
function ownGas(
  operation: ChainOperation,
  { chainId, kind }: { chainId: ChainId; kind: PlanKind },
): bigint {
  const isFirst = isMaking(operation)
  const usual = gasFor(kind, chainId) + (isFirst ? gasUse.firstOperation : 0n)
  if (!isEvmOperation(operation)) return usual
  const measured = wholeGas({ callGas: measuredCallGas(operation), isFirst })
  return isDearer(measured, usual) ? measured : usual
}

function deliveryGas({ destination }: Plan, { call }: { call: QuotedCall | undefined }): bigint {
  if (call) return gasUse.grant + gasUse.call + BigInt(call.terms.callGas)
  return destination ? gasFor('fill', destination.chainId) : 0n
}

/** A token account that is made for a recipient is the recipient's to close. */
function rentOf({ destination }: Plan, { network }: { network: Network }): Costs['rent'] {
  if (destination?.kind !== 'fill' || !destination.makesAccount) return []
  const { kind, nativeAsset } = chainOf(network, destination.chainId)
  return kind === 'solana' ? [{ assetType: nativeAsset, amount: tokenAccountLamports }] : []
}
