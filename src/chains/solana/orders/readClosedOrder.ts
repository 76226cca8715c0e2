import type { Hash } from '#protocol/ids/hex.ts'
import type { OrderState } from '../../ports/settlementChain.ts'
import { InvalidResponseError, parseWhole } from '../rpc/parseResponse.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { getCommitment } from '../rpc/readAccounts.ts'
import { isBalanceLowered, readTransaction } from '../rpc/history.ts'
import { type EventsChain, findLanded, findOrderEventKind } from './orderEvents.ts'
import { getOrderAddressByHash } from '../program/addresses.ts'

/**
 * Reads what became of an order whose account does not exist: it was never opened, or it was
 * settled and closed, which only its transactions show. The program closes no order before its
 * `refundAfter`; after that, a node that lacks the history cannot be trusted to say "never opened".
 *
 * @param options.closableAt - The order's `refundAfter`, Unix seconds; undefined skips the check of
 *   the node's history.
 * @param options.time - The cluster's clock when the account was missing, Unix seconds.
 * @throws InvalidResponseError when the node lacks the history to know.
 */
export async function readClosedOrder(
  client: SolanaClient,
  options: {
    chain: EventsChain
    orderHash: Hash
    closableAt: bigint | undefined
    time: bigint
  },
): Promise<OrderState> {
  const { chain, orderHash, closableAt, time } = options
  if (closableAt !== undefined && time < closableAt) return 'none'
  const { program } = chain
  const address = getOrderAddressByHash(orderHash, program)
  const commitment = getCommitment(chain)
  const found = await findLanded(client, { address, commitment, fromBlock: 0n })
  const landed = await Promise.all(
    found.signatures.map((signature) => readTransaction(client, signature, commitment)),
  )
  const kinds = landed.map((one) => one && findOrderEventKind(one, { address, program }))
  const settled = kinds.find((kind) => kind === 'released' || kind === 'refunded')
  if (settled) return settled
  if (closableAt === undefined) return 'none'
  const wasThere =
    kinds.includes('deposited') || landed.some((one) => !one || isBalanceLowered(one, address))
  if (wasThere || !found.isAll || !(await hasHistorySince(client, closableAt)))
    throw new InvalidResponseError('Its history does not say what became of an order that is gone.')
  return 'none'
}

/** Whether a node has all blocks since a time: whoever closed an order did so in one of them. */
async function hasHistorySince(client: SolanaClient, moment: bigint): Promise<boolean> {
  const first = parseWhole(await client.request({ method: 'getFirstAvailableBlock', params: [] }))
  if (first === 0n) return true
  const answer = await client.request({ method: 'getBlockTime', params: [Number(first)] })
  return typeof answer === 'number' && parseWhole(answer) <= moment
}
