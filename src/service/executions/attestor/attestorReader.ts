import type { ChainId } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import {
  type PlanDestination,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'

/** The settler's state of a fill, and the time of its block in Unix seconds. */
export type DeliveryState = { fill: string; time: bigint }

/** Reads the chains for one round of an attestor, at depth; everything is read at most once. */
export type AttestorReader = {
  /** The escrow's state of a leg's order; the leg must be one the reader was created with. */
  order(leg: PlanLeg): Promise<string>
  delivery(destination: PlanDestination): Promise<DeliveryState>
}

/**
 * Creates an {@link AttestorReader}. The orders of one chain are read in one request, and a fill is
 * read once, however many deposits it pays for.
 *
 * @param legs - All legs whose orders will be read.
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
    const query = { orders, closableAt: [...closable.values()], nonces: [], fills: [] }
    const block = await settledBlock(chainId)
    const state = await getSettlement(chains, chainId).readState(query, block)
    return new Map(orders.map((hash, index) => [hash, state.orders[index] ?? 'none']))
  })
  const deliveries = new Map<Hash, Promise<DeliveryState>>()
  async function readDelivery({ chainId, ...fill }: PlanDestination): Promise<DeliveryState> {
    const query = { orders: [], nonces: [], fills: [fill] }
    const block = await settledBlock(chainId)
    const state = await getSettlement(chains, chainId).readState(query, block)
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

function memoize<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}
