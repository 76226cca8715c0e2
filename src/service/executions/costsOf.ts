import { chainOf } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import type { QuotedCall } from '#protocol/preparedTerms.ts'
import type { AnyQuote } from '#protocol/quote.ts'
import { gasFor, gasUse, tokenAccountLamports } from '../quotes/rates.ts'
import type { Exchange } from '../quotes/repricing.ts'
import { wayBetween } from '../quotes/ways.ts'
import { isMaking } from './checkTerms.ts'
import type { Plan, PlanLeg } from './plan.ts'

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
  const first = isMaking(operation) ? gasUse.firstOperation : 0n
  const { kind } = wayBetween(network, [assetType, quote.destinationToken.assetType])
  const gas = order
    ? gasFor('deposit', chainId) + gasFor('release', chainId)
    : gasFor(kind, chainId)
  return [{ chainId, gas: gas + first }]
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
