import type { EvmNetworkChain } from '#networks/network.ts'
import type { FeeCeiling } from '../../ports/settlementChain.ts'
import { readTransaction } from '../rpc/transaction.ts'

/**
 * Default limit of a replacement's fee, as a multiple of the fee first signed, which already allows
 * the base fee to double. Actions whose delay costs only a user's time, or nothing, wait for
 * cheaper blocks; those whose delay loses a fill or its payment may pay more. Source: ours.
 */
const maxIncrease: Readonly<Record<FeeCeiling['kind'], number>> = {
  deposit: 10,
  call: 10,
  arrive: 5,
  grant: 10,
  fill: 10,
  cancel: 10,
  release: 20,
  refund: 10,
  sweep: 5,
  allow: 5,
}

/**
 * Returns the highest fee per gas a replacement may offer, in wei: a multiple of the first fee,
 * capped by the value at stake, but never below the first fee.
 */
export function getMaxFeePerGas(
  { first, kind, worthWei }: FeeCeiling,
  { feeTimes }: Pick<EvmNetworkChain, 'feeTimes'>,
): bigint {
  const { fees, call } = readTransaction(first)
  const byTimes = fees.maxFeePerGas * BigInt(feeTimes?.[kind] ?? maxIncrease[kind])
  const byWorth = worthWei === undefined ? byTimes : worthWei / call.gas
  const limit = byWorth < byTimes ? byWorth : byTimes
  return limit > fees.maxFeePerGas ? limit : fees.maxFeePerGas
}
