import type { SettlementChain, SettlementState } from '#chains/ports/settlementChain.ts'
import { type AccountAddress, type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import {
  type ExecutionPlan,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'
import type { BlockWatcher } from '../schedule/blockWatcher.ts'

/** The state of one chain at depth, as far as it concerns an execution. */
export type ChainSnapshot = {
  /** Number of the block the state is of. */
  settledBlock: bigint
  /** Number of the newest block when the state was read. */
  headBlock: bigint
  state: SettlementState
  /** Time of the newest block, Unix seconds. */
  headTime: bigint
}

/** The snapshots of all chains an execution touches. */
export type ChainSnapshots = ReadonlyMap<ChainId, ChainSnapshot>

/**
 * Reads contract state at depth on every chain an execution touches, one request each.
 *
 * @param options.attestors - Keys that signed attestations of its orders.
 * @throws ChainUnavailable when one of the chains does not answer.
 */
export async function readSnapshots(
  plan: ExecutionPlan,
  options: {
    chains: SettlementChains
    heads: BlockWatcher
    attestors: readonly AccountAddress[]
  },
): Promise<ChainSnapshots> {
  const { chains, heads, attestors } = options
  const snapshots = await Promise.all(
    getChainIds(plan).map(async (chainId) => {
      const chain = getSettlement(chains, chainId)
      const head = await heads.head(chainId)
      return [chainId, await readSnapshot(plan, { chain, head, attestors })] as const
    }),
  )
  return new Map(snapshots)
}

/** The chains an execution touches, each once. */
export function getChainIds(plan: ExecutionPlan): readonly ChainId[] {
  const all = plan.legs.map(({ chainId }) => chainId)
  return [...new Set(plan.destination ? [...all, plan.destination.chainId] : all)]
}

/** The snapshot of one chain. @throws Error when that chain was not read. */
export function getSnapshot(snapshots: ChainSnapshots, chainId: ChainId): ChainSnapshot {
  const snapshot = snapshots.get(chainId)
  if (!snapshot) throw new Error(`${chainId} was not read.`)
  return snapshot
}

/** The place of a leg among the legs on its chain: that of its order and nonce in the snapshot. */
export function getPositionOnChain({ legs }: ExecutionPlan, leg: PlanLeg): number {
  return legs.filter(({ chainId }) => chainId === leg.chainId).indexOf(leg)
}

async function readSnapshot(
  plan: ExecutionPlan,
  options: {
    chain: SettlementChain
    head: { number: bigint; time: bigint }
    attestors: readonly AccountAddress[]
  },
): Promise<ChainSnapshot> {
  const { chain, head, attestors } = options
  const { chainId, depth } = chain
  const back = BigInt(depth - 1)
  const from = head.number > back ? head.number - back : 0n
  const legs = plan.legs.filter((leg) => leg.chainId === chainId)
  const { destination } = plan
  const orders = legs.flatMap(({ orderHash }) => (orderHash ? [orderHash] : []))
  const state = await chain.readState(
    {
      orders,
      closableAt: legs.flatMap((leg) => (leg.orderHash ? [leg.refundAfter] : [])),
      attestors: orders.length === 0 ? [] : attestors.filter((key) => isAddressOn(key, chainId)),
      nonces: legs.map(({ sender, nonce }) => ({ sender, nonce })),
      fills:
        destination?.chainId === chainId
          ? [{ solver: destination.solver, fillId: destination.fillId }]
          : [],
    },
    from,
  )
  // Some chains answer for `from` or any later block, so the state's own block is the one that
  // counts.
  return { settledBlock: state.block.number, headBlock: head.number, state, headTime: head.time }
}
