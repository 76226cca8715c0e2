import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { hashSolanaFill, hashSolanaOrder, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { parseBytes, parseFields, parseList, parseText } from '../rpc/parseResponse.ts'
import { encodeBase64, decodeHex } from '../program/bytes.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { type LandedTransaction, readTransaction } from '../rpc/history.ts'
import { decodeMessage, decodeTransaction } from '../codec/message.ts'
import { findLanded, findOrderEventKind } from './orderEvents.ts'
import { getFillAddress, getOrderAddress, getOrderAddressByHash } from '../program/addresses.ts'
import { type DecodedInstruction, decodeInstruction } from '../program/decodeInstruction.ts'
import { accountBytes, decodeOrder } from '../program/state.ts'
import { readAccounts } from '../rpc/readAccounts.ts'

/** An event of an execution on a Solana chain; `atMs` is its block's time in Unix milliseconds. */
export type SolanaTraceEvent = { transactionHash: string; atMs: number } & (
  | { kind: 'deposited'; orderHash: Hash; order: SolanaOrder }
  | { kind: 'released' | 'refunded'; orderHash: Hash }
  /** By the chain's solver: no other key can create the record that is read. */
  | { kind: 'filled'; solver: SolanaAddress; fillHash: Hash; amount: bigint }
  | { kind: 'cancelled'; solver: SolanaAddress }
)

/** What one Solana chain shows of an execution. */
export type SolanaTrace = {
  /** The cluster's clock, Unix seconds: refund deadlines are compared with it. */
  blockTime: bigint
  /** In chronological order. */
  events: readonly SolanaTraceEvent[]
  /** Undefined: the whole available history was searched. */
  searchedSince: undefined
  /** Orders found, by address; the program closes their accounts some time after they end. */
  orders: ReadonlyMap<SolanaAddress, SolanaOrder>
  /** Transactions read so far, by signature. */
  landed: ReadonlyMap<string, LandedTransaction>
}

/** The execution whose events are read, and what is known of it. */
export type SolanaTraceReading = {
  chain: Pick<SolanaNetworkChain, 'chainId' | 'program' | 'roles'>
  fillId: Hash
  /** Signatures claimed to be its deposits; what they are is read from the chain. */
  claimedDeposits: readonly string[]
  /** An earlier result: only what is missing from it is read again. */
  before?: SolanaTrace | undefined
}

/** Offset of the fill id in an order's account. Source: `Order` in program/state.h. */
const fillIdAt = 40
/** Opening more orders with one fill id costs an attacker a deposit each. */
const maxOrders = 50
const commitment = 'confirmed'

/**
 * Reads the events of an execution from the escrow program's accounts and from the transactions
 * that changed them, without the service. Runs in the browser.
 *
 * An order's account exists until some time after the order has ended; from then on, its deposit
 * must be in `claimedDeposits` or in `before`.
 *
 * @throws ChainUnavailableError when the chain does not answer.
 */
export async function readSolanaTrace(
  client: SolanaClient,
  reading: SolanaTraceReading,
): Promise<SolanaTrace> {
  const { chain, fillId, claimedDeposits, before } = reading
  const landed = new Map(before?.landed)
  const [{ time }, live, deposits] = await Promise.all([
    readAccounts(client, [], { commitment }),
    findOrders(client, reading),
    Promise.all(claimedDeposits.map((signature) => readLanded(client, { signature, landed }))),
  ])
  const opened = deposits.flatMap((one) => findOpenedOrders(one, reading))
  const orders = new Map(
    [...(before?.orders.values() ?? []), ...opened, ...live].map(
      (order) => [getOrderAddress(order, chain.program), order] as const,
    ),
  )
  const solver = chain.roles.solver
  const record = getFillAddress({ solver, fillId }, chain.program)
  const found = await Promise.all(
    [record, ...orders.keys()].map(async (address) => {
      const { signatures } = await findLanded(client, { address, commitment, fromBlock: 0n })
      const transactions = await Promise.all(
        signatures.map((signature) => readLanded(client, { signature, landed })),
      )
      return transactions.flatMap((one) => toEvents(one, { ...reading, orders, address }))
    }),
  )
  return {
    blockTime: time,
    events: found.flat().toSorted((a, b) => Number(a.slot - b.slot) || getRank(a) - getRank(b)),
    searchedSince: undefined,
    orders,
    landed,
  }
}

/** Orders with a fill id whose accounts still exist. */
async function findOrders(
  client: SolanaClient,
  { chain, fillId }: SolanaTraceReading,
): Promise<readonly SolanaOrder[]> {
  const bytes = encodeBase64(decodeHex(fillId))
  const filters = [
    { dataSize: accountBytes.order },
    { memcmp: { offset: fillIdAt, bytes, encoding: 'base64' } },
  ]
  const answer = await client.request({
    method: 'getProgramAccounts',
    params: [chain.program, { commitment, encoding: 'base64', filters }],
  })
  return parseList(answer)
    .slice(0, maxOrders)
    .flatMap((one) => {
      const { pubkey, account } = parseFields(one)
      const order = decodeOrder(parseBytes(parseFields(account)['data']))
      if (order?.fillId !== fillId) return []
      const isThere = getOrderAddressByHash(order.orderHash, chain.program) === parseText(pubkey)
      return isThere ? [order] : []
    })
}

type TraceTransaction = { signature: string; landed: LandedTransaction } | undefined

async function readLanded(
  client: SolanaClient,
  options: { signature: string; landed: Map<string, LandedTransaction> },
): Promise<TraceTransaction> {
  const { signature, landed } = options
  const known = landed.get(signature) ?? (await readTransaction(client, signature, commitment))
  if (!known) return undefined
  landed.set(signature, known)
  return { signature, landed: known }
}

function findOpenedOrders(
  of: TraceTransaction,
  { chain, fillId }: SolanaTraceReading,
): readonly SolanaOrder[] {
  return decodeInstructions(of, chain.program).flatMap((one) =>
    one.name === 'open' && one.order.fillId === fillId ? [one.order] : [],
  )
}

type EventAtSlot = SolanaTraceEvent & { slot: bigint }

/** Order of events within one slot: a deposit comes before any payout. */
function getRank({ kind }: SolanaTraceEvent): number {
  return kind === 'deposited' ? 0 : kind === 'filled' || kind === 'cancelled' ? 1 : 2
}

function toEvents(
  of: TraceTransaction,
  at: SolanaTraceReading & {
    address: SolanaAddress
    orders: ReadonlyMap<SolanaAddress, SolanaOrder>
  },
): readonly EventAtSlot[] {
  if (!of || of.landed.err !== null) return []
  const { chain, orders, address } = at
  const { signature, landed } = of
  const place = {
    transactionHash: signature,
    atMs: Number(landed.time ?? 0n) * 1000,
    slot: landed.slot,
  }
  const order = orders.get(address)
  if (!order) return toFillEvents(of, at).map((event) => ({ ...place, ...event }))
  const kind = findOrderEventKind(landed, { address, program: chain.program })
  const orderHash = hashSolanaOrder(order, chain.program)
  if (kind === undefined) return []
  return kind === 'deposited'
    ? [{ ...place, kind, orderHash, order }]
    : [{ ...place, kind, orderHash }]
}

type FillEvent =
  | { kind: 'filled'; solver: SolanaAddress; fillHash: Hash; amount: bigint }
  | { kind: 'cancelled'; solver: SolanaAddress }

function toFillEvents(
  of: TraceTransaction,
  { chain, fillId }: SolanaTraceReading,
): readonly FillEvent[] {
  const { solver } = chain.roles
  return decodeInstructions(of, chain.program).flatMap((one): FillEvent[] => {
    if (one.name === 'cancel' && one.solver === solver && one.fillId === fillId)
      return [{ kind: 'cancelled', solver }]
    if (one.name !== 'fill' || one.solver !== solver || one.fill.fillId !== fillId) return []
    const fillHash = hashSolanaFill(one.fill, { ...chain, solver })
    return [{ kind: 'filled', solver, fillHash, amount: one.fill.amount }]
  })
}

function decodeInstructions(
  of: TraceTransaction,
  program: SolanaAddress,
): readonly DecodedInstruction[] {
  const bytes = of && decodeTransaction(of.landed.bytes)?.message
  const message = bytes && decodeMessage(bytes)
  return (message?.instructions ?? []).flatMap((one) => decodeInstruction(one, program) ?? [])
}
