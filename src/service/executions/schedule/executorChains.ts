import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { AssetType } from '#protocol/ids/caip.ts'
import { getNativeReserve } from '../../assetIndex.ts'
import type { Storage } from '../../storage/database.ts'
import { findUnmined } from '../../storage/tables/signerNonces.ts'

/** Age of its oldest unmined transaction, in blocks, from which a lane counts as stuck. */
const stuckBlocks = 4

/** The chain's lanes, one for each of our executors: each has nonces of its own. */
export function getExecutorChains(chain: SettlementChain): readonly SettlementChain[] {
  return [chain, ...(chain.executorChains ?? [])]
}

/** The lane whose key signed a transaction; undefined when this process no longer has that key. */
export function findExecutorChain(
  chain: SettlementChain,
  { signer }: { signer: string },
): SettlementChain | undefined {
  if (signer === toAddressKey(chain.senders.solver)) return chain
  return getExecutorChains(chain).find(({ senders }) => signer === toAddressKey(senders.executor))
}

/**
 * Picks the lane with the fewest unmined transactions; one that is stuck, or whose executor is
 * short of native coins, only when there is no other. Source: security rule 33.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function pickExecutorChain(
  storage: Storage,
  chain: SettlementChain,
): Promise<SettlementChain> {
  const lanes = getExecutorChains(chain)
  if (lanes.length === 1) return chain
  const loads = await Promise.all(lanes.map((lane) => getLoad(storage, lane)))
  const [best] = loads.toSorted(
    (a, b) => a.faults - b.faults || a.unmined - b.unmined || a.ageMs - b.ageMs,
  )
  return best?.lane ?? chain
}

async function getLoad(storage: Storage, lane: SettlementChain) {
  const { chainId, senders, nonces, blockMs } = lane
  const { executor } = senders
  const coin = AssetType.parse(`${chainId}/slip44:60`)
  const [mined = 0n, { units }] = await Promise.all([
    nonces?.readTransactionCount(executor, 'latest'),
    lane.readBalance(executor, coin),
  ])
  const key = { chain: chainId, signer: toAddressKey(executor), from: mined }
  const { next, ageMs } = await findUnmined(storage, key)
  const isStuck = next === null || ageMs > stuckBlocks * blockMs
  const isShort = units < getNativeReserve(coin)
  return {
    lane,
    unmined: next === null ? 0 : Number(next - mined),
    ageMs,
    faults: Number(isStuck) + Number(isShort),
  }
}
