import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { addressKey } from '#protocol/accounts/account.ts'
import { AssetType } from '#protocol/ids/caip.ts'
import { nativeReserve } from '../../nativeReserve.ts'
import type { Storage } from '../../storage/database.ts'
import { findUnmined } from '../../storage/tables/signerNonces.ts'

/** Blocks after which a lane stands still whose oldest transaction is not mined. */
const standingBlocks = 4

/** The chain as each executor of ours sends to it: each has nonces of its own. */
export function lanesOf(chain: SettlementChain): readonly SettlementChain[] {
  return [chain, ...(chain.lanes ?? [])]
}

/** The lane whose key signed a transaction; undefined when this process has no such key any more. */
export function laneOf(
  chain: SettlementChain,
  { signer }: { signer: string },
): SettlementChain | undefined {
  if (signer === addressKey(chain.senders.solver)) return chain
  return lanesOf(chain).find(({ senders }) => signer === addressKey(senders.executor))
}

/**
 * The lane on which an operation waits for the fewest others: none that stands still, and none whose
 * executor is short of coins, while there is another. Source: security rule 33.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function freeLane(storage: Storage, chain: SettlementChain): Promise<SettlementChain> {
  const lanes = lanesOf(chain)
  if (lanes.length === 1) return chain
  const loads = await Promise.all(lanes.map((lane) => loadOf(storage, lane)))
  const [best] = loads.toSorted(
    (a, b) => a.faults - b.faults || a.unmined - b.unmined || a.ageMs - b.ageMs,
  )
  return best?.lane ?? chain
}

async function loadOf(storage: Storage, lane: SettlementChain) {
  const { chainId, senders, nonces, blockMs } = lane
  const { executor } = senders
  const coin = AssetType.parse(`${chainId}/slip44:60`)
  const [mined = 0n, { units }] = await Promise.all([
    nonces?.readTransactionCount(executor, 'latest'),
    lane.readBalance(executor, coin),
  ])
  const key = { chain: chainId, signer: addressKey(executor), from: mined }
  const { next, ageMs } = await findUnmined(storage, key)
  const isStanding = next === null || ageMs > standingBlocks * blockMs
  const isShort = units < nativeReserve(coin)
  return {
    lane,
    unmined: next === null ? 0 : Number(next - mined),
    ageMs,
    faults: Number(isStanding) + Number(isShort),
  }
}
