import type { EvmNetworkChain } from '#networks/network.ts'
import type { FeeCeiling } from '../../ports/settlementChain.ts'
import { readTransaction } from '../rpc/transaction.ts'

/**
 * How many times what its first bytes offered a stuck transaction may come to offer, where the network says
 * nothing else. The first bytes leave room for the base fee to double already. What delays only a user, or
 * nobody, waits for cheaper blocks; what loses a delivery, or its pay, goes further. Source: ours.
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
 * The most that a replacement may offer for a unit of gas, wei: a number of times what the first bytes did,
 * and no more than the whole is worth; never less than they offered.
 */
export function getMaxFeePerGas(
  { first, kind, worthWei }: FeeCeiling,
  { feeTimes }: Pick<EvmNetworkChain, 'feeTimes'>,
): bigint {
  const { fees, call } = readTransaction(first)
  const byTimes = fees.maxFeePerGas * BigInt(feeTimes?.[kind] ?? maxIncrease[kind])
  const byWorth = worthWei === undefined ? byTimes : worthWei / call.gas
  const most = byWorth < byTimes ? byWorth : byTimes
  return most > fees.maxFeePerGas ? most : fees.maxFeePerGas
}
