import type { SolanaNetworkChain } from '#networks/network.ts'
import type { SolanaAddress } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import type { OrderEvent, SolanaEcosystem } from '../settlementChain.ts'
import type { SolanaClient } from './client.ts'
import { commitmentOf } from './commitmentOf.ts'
import { type LandedTransaction, readSignatures, readTransaction } from './history.ts'
import { decodeMessage, decodeTransaction } from './message.ts'
import { orderAddress, orderAddressOf } from './program/addresses.ts'
import { decodeInstruction } from './program/decodeInstruction.ts'

/** What looking for events must know of a chain. */
export type EventsChain = Pick<SolanaNetworkChain, 'program' | 'depth'>

type Kind = OrderEvent['kind']

/** Transactions in one page. */
const pageSize = 100
/** Whoever fills more pages with an order's address pays for each of those transactions. */
const mostPages = 10

/**
 * Transactions that moved an order, oldest first, whoever sent them.
 *
 * A transaction whose bytes this service could have written says what it did. Strangers write others
 * (through programs of their own, with lookup tables): of those the escrow program's log tells. They
 * can open and, when the time has come, refund; a release takes our signature and our form.
 */
export async function findOrderEvents(
  client: SolanaClient,
  options: { chain: EventsChain; orderHash: Hash; fromBlock: bigint },
): Promise<readonly OrderEvent<SolanaEcosystem>[]> {
  const { chain, orderHash, fromBlock } = options
  const address = orderAddressOf(orderHash, chain.program)
  const commitment = commitmentOf(chain)
  const { signatures } = await findLanded(client, { address, commitment, fromBlock })
  const events = await Promise.all(
    signatures.map(async (hash) => {
      const landed = await readTransaction(client, hash, commitment)
      const kind = landed && orderEventKind(landed, { address, program: chain.program })
      return kind ? [{ kind, hash }] : []
    }),
  )
  return events.flat()
}

/**
 * Signatures of the transactions with an address that succeeded, oldest first; of the newest thousand
 * that name it, with whether those are all that the node knows.
 */
export async function findLanded(
  client: SolanaClient,
  options: {
    address: SolanaAddress
    commitment: 'confirmed' | 'finalized'
    /** A slot: older ones are left out. */
    fromBlock: bigint
  },
): Promise<{ signatures: readonly string[]; isAll: boolean }> {
  const { address, commitment, fromBlock } = options
  const signatures: string[] = []
  let isAll = false
  let before: string | undefined
  for (let page = 0; page < mostPages; page++) {
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

type Place = { address: SolanaAddress; program: SolanaAddress }

/**
 * What a transaction did to the order at an address; undefined when that is not known to be anything.
 */
export function orderEventKind(landed: LandedTransaction, place: Place): Kind | undefined {
  const bytes = decodeTransaction(landed.bytes)?.message
  const message = bytes && decodeMessage(bytes)
  const named = message?.instructions.map((one) => {
    const read = decodeInstruction(one, place.program)
    if (read?.name === 'open' && orderAddress(read.order, place.program) === place.address)
      return 'deposited'
    if (read?.name === 'release' && read.order === place.address) return 'released'
    return read?.name === 'refund' && read.order === place.address ? 'refunded' : undefined
  })
  // Paid out in the transaction that opened it, what it came to counts.
  return named?.findLast((kind) => kind !== undefined) ?? loggedKind(landed.logs, place.program)
}

const kinds: Readonly<Record<string, Kind>> = { Open: 'deposited', Refund: 'refunded' }

/** The last word that the escrow program itself logged of an order's life. */
function loggedKind(logs: readonly string[], program: SolanaAddress): Kind | undefined {
  const running: string[] = []
  let kind: Kind | undefined
  for (const line of logs) {
    const [, started] = /^Program (\w+) invoke \[\d+\]$/.exec(line) ?? []
    if (started !== undefined) running.push(started)
    else if (/^Program \w+ (success|failed)/.test(line)) running.pop()
    else if (running.at(-1) === program) kind = kinds[line.slice('Program log: '.length)] ?? kind
  }
  return kind
}
