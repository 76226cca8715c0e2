import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { OrderEvent, SolanaEcosystem } from '../../ports/settlementChain.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { getCommitment } from '../rpc/readAccounts.ts'
import {
  type LandedTransaction,
  getExecutedInstructions,
  readSignatures,
  readTransaction,
} from '../rpc/history.ts'
import { getOrderAddressByHash } from '../program/addresses.ts'
import { instructionNumbers } from '../program/instruction.ts'

/** Chain data needed to look for events. */
export type EventsChain = Pick<SolanaNetworkChain, 'program' | 'depth'>

type OrderEventKind = OrderEvent['kind']

/** Transactions per page. */
const pageSize = 100
/** Filling more pages with an order's address costs an attacker a fee per transaction. */
const maxPages = 10

/**
 * Finds the transactions that changed an order, oldest first. Third parties can open an order and,
 * once due, refund it, also through programs of their own or with lookup tables.
 */
export async function findOrderEvents(
  client: SolanaClient,
  options: { chain: EventsChain; orderHash: Hash; fromBlock: bigint },
): Promise<readonly OrderEvent<SolanaEcosystem>[]> {
  const { chain, orderHash, fromBlock } = options
  const address = getOrderAddressByHash(orderHash, chain.program)
  const commitment = getCommitment(chain)
  const { signatures } = await findLanded(client, { address, commitment, fromBlock })
  const events = await Promise.all(
    signatures.map(async (hash) => {
      const landed = await readTransaction(client, hash, commitment)
      const kind = landed && findOrderEventKind(landed, { address, program: chain.program })
      return kind ? [{ kind, hash }] : []
    }),
  )
  return events.flat()
}

/**
 * Finds the successful transactions that name an address, oldest first, among its newest thousand,
 * and says whether those are all that the node has.
 */
export async function findLanded(
  client: SolanaClient,
  options: {
    address: SolanaAddress
    commitment: 'confirmed' | 'finalized'
    /** A slot; older transactions are left out. */
    fromBlock: bigint
  },
): Promise<{ signatures: readonly string[]; isAll: boolean }> {
  const { address, commitment, fromBlock } = options
  const signatures: string[] = []
  let isAll = false
  let before: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const found = await readSignatures(client, address, {
      commitment,
      limit: pageSize,
      ...(before !== undefined && { before }),
    })
    const wanted = found.filter(({ err, slot }) => err === null && slot >= fromBlock)
    signatures.push(...wanted.map(({ signature }) => signature))
    before = found.at(-1)?.signature
    isAll = found.length < pageSize || (found.at(-1)?.slot ?? 0n) < fromBlock
    if (isAll) break
  }
  return { signatures: signatures.toReversed(), isAll }
}

type OrderAccount = { address: SolanaAddress; program: SolanaAddress }

/**
 * Returns what a transaction did to the order at an address; undefined for nothing. If it both
 * opened and settled the order, the settlement counts.
 *
 * Only escrow instructions that ran are trusted for the order they name. The program's logs are not
 * enough: an attacker's transaction can name this order and change another one.
 */
export function findOrderEventKind(
  landed: LandedTransaction,
  { address, program }: OrderAccount,
): OrderEventKind | undefined {
  return getExecutedInstructions(landed)
    .filter(({ programId }) => programId === program)
    .map(({ accounts, data }) => {
      const [number] = data
      const act = orderInstructions.find(
        (one) => one.number === number && accounts[one.orderAt] === address,
      )
      return act?.kind
    })
    .findLast((kind) => kind !== undefined)
}

/** Instructions that change an order, and the index of the order among their accounts. */
const orderInstructions: readonly { number: number; orderAt: number; kind: OrderEventKind }[] = [
  { number: instructionNumbers.open, orderAt: 2, kind: 'deposited' },
  { number: instructionNumbers.release, orderAt: 1, kind: 'released' },
  { number: instructionNumbers.refund, orderAt: 1, kind: 'refunded' },
]
