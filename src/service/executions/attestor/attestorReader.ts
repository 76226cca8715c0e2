import type { ChainId } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import {
  type PlanDestination,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'

/** What the settler says about a delivery, and when: Unix seconds. */
export type DeliveryState = { fill: string; time: bigint }

/** What an attestor sees of the chains in one round, at depth; everything is read once. */
export type AttestorReader = {
  /** The escrow's word about the order of a leg that the sight was made with. */
  order(leg: PlanLeg): Promise<string>
  delivery(destination: PlanDestination): Promise<DeliveryState>
}

/**
 * Looks at many orders at once: those of one chain in one request, and a delivery once however many
 * deposits it pays for.
 *
 * @param legs - All that will be asked for.
 */
export function createAttestorReader(
  chains: SettlementChains,
  legs: readonly PlanLeg[],
): AttestorReader {
  const settledBlock = memoize(async (chainId: ChainId) => {
    const chain = getSettlement(chains, chainId)
    const { number } = await chain.readHead()
    const back = BigInt(chain.depth - 1)
    return number > back ? number - back : 0n
  })
  const ordersOn = memoize(async (chainId: ChainId) => {
    const here = legs.filter((leg) => leg.chainId === chainId)
    const closable = new Map(
      here.flatMap((leg) => (leg.orderHash ? [[leg.orderHash, leg.refundAfter] as const] : [])),
    )
    const orders = [...closable.keys()]
    const question = { orders, closableAt: [...closable.values()], nonces: [], fills: [] }
    const block = await settledBlock(chainId)
    const state = await getSettlement(chains, chainId).readState(question, block)
    return new Map(orders.map((hash, index) => [hash, state.orders[index] ?? 'none']))
  })
  const deliveries = new Map<Hash, Promise<DeliveryState>>()
  async function readDelivery({ chainId, ...fill }: PlanDestination): Promise<DeliveryState> {
    const question = { orders: [], nonces: [], fills: [fill] }
    const block = await settledBlock(chainId)
    const state = await getSettlement(chains, chainId).readState(question, block)
    return { fill: state.fills[0] ?? 'open', time: state.block.time }
  }
  return {
    async order({ chainId, orderHash }) {
      const orders = await ordersOn(chainId)
      return (orderHash && orders.get(orderHash)) ?? 'none'
    },
    delivery(destination) {
      const known = deliveries.get(destination.fillHash) ?? readDelivery(destination)
      deliveries.set(destination.fillHash, known)
      return known
    },
  }
}

/** Asks once for each key. */
function memoize<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}
