import type { Hash } from '#protocol/ids/hex.ts'
import type { OrderState } from '../../ports/settlementChain.ts'
import { UnreadableAnswer, wholeOf } from '../rpc/answers.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { commitmentOf } from '../rpc/commitmentOf.ts'
import { lowersBalance, readTransaction } from '../rpc/history.ts'
import { type EventsChain, findLanded, orderEventKind } from './orderEvents.ts'
import { orderAddressOf } from '../program/addresses.ts'

/**
 * What became of an order whose account is not there: nothing at all, or it was paid out and closed,
 * which only its transactions tell. The program closes none before its `refundAfter`; from then on a
 * node that has forgotten, or was never told, must not be taken for a word.
 *
 * @param options.closableAt - The order's `refundAfter`, Unix seconds; undefined: only its
 *   transactions are looked at.
 * @param options.time - Of the cluster's clock, when the account was not there.
 * @throws UnreadableAnswer when the node cannot know it.
 */
export async function goneOrder(
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
  const address = orderAddressOf(orderHash, program)
  const commitment = commitmentOf(chain)
  const found = await findLanded(client, { address, commitment, fromBlock: 0n })
  const landed = await Promise.all(
    found.signatures.map((signature) => readTransaction(client, signature, commitment)),
  )
  const kinds = landed.map((one) => one && orderEventKind(one, { address, program }))
  const settled = kinds.find((kind) => kind === 'released' || kind === 'refunded')
  if (settled) return settled
  if (closableAt === undefined) return 'none'
  const wasThere =
    kinds.includes('deposited') || landed.some((one) => !one || lowersBalance(one, address))
  if (wasThere || !found.isAll || !(await remembersSince(client, closableAt)))
    throw new UnreadableAnswer('Its history does not say what became of an order that is gone.')
  return 'none'
}

/** Whether a node has all blocks from a moment on: whoever closed an order did it in one of them. */
async function remembersSince(client: SolanaClient, moment: bigint): Promise<boolean> {
  const first = wholeOf(await client.request({ method: 'getFirstAvailableBlock', params: [] }))
  if (first === 0n) return true
  const answer = await client.request({ method: 'getBlockTime', params: [Number(first)] })
  return typeof answer === 'number' && wholeOf(answer) <= moment
}
