import type { SolanaAddress } from '#protocol/ids/caip.ts'
import {
  bytesOf,
  contextOf,
  fieldsOf,
  listOf,
  textOf,
  UnreadableAnswer,
  wholeOf,
} from './answers.ts'
import type { SolanaClient } from './client.ts'

/** How sure a state is: the newest, voted for by two thirds, or never to be rolled back. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** What to read at: a commitment, and a slot that the node must have reached. */
export type Moment = { commitment: Commitment; minSlot?: bigint }

/** An account of a Solana chain. */
export type AccountData = { lamports: bigint; owner: SolanaAddress; data: Uint8Array }

/** Accounts at one slot, in the order asked for; undefined: nothing is there. */
export type AccountsAt = {
  slot: bigint
  /** Unix seconds, of the cluster's clock: what programs compare deadlines with. */
  time: bigint
  accounts: readonly (AccountData | undefined)[]
}

const clockAddress: SolanaAddress = 'SysvarC1ock11111111111111111111111111111111'
/** Accounts in one request at most. Source: `getMultipleAccounts`. */
const mostAccounts = 100
/** slot, epoch start, epoch, leader schedule epoch, unix time: eight bytes each. */
const clockTimeAt = 32

/**
 * Reads accounts and the clock together.
 *
 * @param addresses - Up to 99 are of one slot; of more, the lowest slot and time are given.
 */
export async function readAccounts(
  client: SolanaClient,
  addresses: readonly SolanaAddress[],
  moment: Moment,
): Promise<AccountsAt> {
  const [first, ...others] = await Promise.all(
    inParts(addresses).map((part) => readPart(client, part, moment)),
  )
  if (!first) throw new Error('There is always a part.')
  return others.reduce(joined, first)
}

/** The parameters that a moment makes, for whatever question. */
export function momentParams({ commitment, minSlot }: Moment) {
  return { commitment, ...(minSlot !== undefined && { minContextSlot: Number(minSlot) }) }
}

async function readPart(
  client: SolanaClient,
  addresses: readonly SolanaAddress[],
  moment: Moment,
): Promise<AccountsAt> {
  const answer = await client.request({
    method: 'getMultipleAccounts',
    params: [[clockAddress, ...addresses], { encoding: 'base64', ...momentParams(moment) }],
  })
  const { slot, value } = contextOf(answer)
  const [clock, ...accounts] = listOf(value).map((one) => accountOf(one))
  if (!clock || accounts.length !== addresses.length)
    throw new UnreadableAnswer('The node answered other accounts than were asked for.')
  return { slot, time: timeOf(clock), accounts }
}

function accountOf(answer: unknown): AccountData | undefined {
  if (answer === null) return undefined
  const { lamports, owner, data } = fieldsOf(answer)
  return { lamports: wholeOf(lamports), owner: textOf(owner), data: bytesOf(data) }
}

function timeOf({ data }: AccountData): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigInt64(clockTimeAt, true)
}

function inParts(addresses: readonly SolanaAddress[]): readonly (readonly SolanaAddress[])[] {
  const size = mostAccounts - 1
  const count = Math.max(1, Math.ceil(addresses.length / size))
  return Array.from({ length: count }, (_, index) =>
    addresses.slice(index * size, (index + 1) * size),
  )
}

function joined(all: AccountsAt, part: AccountsAt): AccountsAt {
  return {
    slot: part.slot < all.slot ? part.slot : all.slot,
    time: part.time < all.time ? part.time : all.time,
    accounts: [...all.accounts, ...part.accounts],
  }
}
