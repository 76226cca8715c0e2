import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type {
  FillState,
  OrderState,
  SettlementState,
  SolanaEcosystem,
  StateQuery,
} from '../../ports/settlementChain.ts'
import { InvalidResponseError } from '../rpc/parseResponse.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { getCommitment, type AccountData, readAccounts } from '../rpc/readAccounts.ts'
import { readClosedOrder } from '../orders/readClosedOrder.ts'
import type { EventsChain } from '../orders/orderEvents.ts'
import { getFillAddress, getOrderAddressByHash, getSignersAddress } from '../program/addresses.ts'
import { decodeFill, decodeOrder, decodeSigners } from '../program/state.ts'

/** Settlement state and the slot it was read at. */
export type StateAt = SettlementState<SolanaEcosystem>

/**
 * Reads the escrow program's state and the clock at one slot, no older than `block`.
 *
 * An order without an account was never opened, or was settled and closed: {@link readClosedOrder}
 * tells which. It runs only when the account is missing, so history never makes an order count as
 * held.
 *
 * @throws InvalidResponseError also where the program was never installed.
 */
export async function readSettlement(
  client: SolanaClient,
  options: { chain: EventsChain; question: StateQuery<SolanaEcosystem>; block: bigint },
): Promise<StateAt> {
  const { chain, question, block } = options
  const { program } = chain
  const addresses = [
    getSignersAddress(program),
    ...question.orders.map((orderHash) => getOrderAddressByHash(orderHash, program)),
    ...question.fills.map((fill) => getFillAddress(fill, program)),
  ]
  const moment = { commitment: getCommitment(chain), minSlot: block }
  const { slot, time, accounts } = await readAccounts(client, addresses, moment)
  if (slot < block)
    throw new InvalidResponseError(`The node answered for slot ${slot}, not ${block}.`)
  const [signersData, ...held] = accounts.map((account) => getProgramData(account, program))
  const signers = signersData && decodeSigners(signersData)
  if (!signers) throw new InvalidResponseError('The escrow program is not installed there.')
  const { orders, fills, nonces, closableAt = [] } = question
  const { keys, threshold } = signers.installed
  return {
    block: { number: slot, time },
    orders: await Promise.all(
      orders.map((orderHash, index) =>
        readOrderState(client, {
          chain,
          orderHash,
          data: held[index],
          closableAt: closableAt[index],
          time,
        }),
      ),
    ),
    nonces: nonces.map(() => false),
    fills: fills.map((_, index) => toFillState(held[orders.length + index])),
    attestors: keys,
    threshold: orders.length === 0 ? 0 : threshold,
  }
}

async function readOrderState(
  client: SolanaClient,
  { data, ...options }: Parameters<typeof readClosedOrder>[1] & { data: Uint8Array | undefined },
): Promise<OrderState> {
  if (!data) return readClosedOrder(client, options)
  const order = decodeOrder(data)
  if (order?.orderHash !== options.orderHash)
    throw new InvalidResponseError('The node answered another order than was asked for.')
  return order.state
}

function toFillState(data: Uint8Array | undefined): FillState {
  if (!data) return 'open'
  const record = decodeFill(data)
  if (!record) throw new InvalidResponseError('The node answered no fill record.')
  return record.fillHash ?? 'cancelled'
}

/** Data of an account that the program owns; undefined otherwise. */
function getProgramData(
  account: AccountData | undefined,
  program: SolanaAddress,
): Uint8Array | undefined {
  return account?.owner === program ? account.data : undefined
}
