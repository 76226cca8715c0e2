import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import {
  parseBytes,
  parseContext,
  parseFields,
  parseList,
  parseText,
  InvalidResponseError,
  parseWhole,
} from './parseResponse.ts'
import type { SolanaClient } from './client.ts'

/** Commitment that counts on a chain: finalized if it wants more than one confirmation. */
export function getCommitment({
  depth,
}: Pick<SolanaNetworkChain, 'depth'>): 'confirmed' | 'finalized' {
  return depth > 1 ? 'finalized' : 'confirmed'
}

/** How settled a state is: the newest one, voted for by two thirds, or irreversible. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** State to read at: a commitment, and a slot that the node must have reached. */
export type ReadOptions = { commitment: Commitment; minSlot?: bigint }

/** An account of a Solana chain. */
export type AccountData = { lamports: bigint; owner: SolanaAddress; data: Uint8Array }

/** Accounts at one slot, in the order requested; undefined where there is none. */
export type AccountsAt = {
  slot: bigint
  /** The cluster's clock, Unix seconds, which programs compare deadlines with. */
  time: bigint
  accounts: readonly (AccountData | undefined)[]
}

const clockAddress: SolanaAddress = 'SysvarC1ock11111111111111111111111111111111'
/** Maximum accounts per request. Source: `getMultipleAccounts`. */
const maxAccounts = 100
/** After slot, epoch start, epoch and leader schedule epoch, eight bytes each. */
const clockTimeAt = 32

/**
 * Reads accounts and the clock together.
 *
 * @param addresses - Up to 99 are read at one slot; beyond, the lowest slot and time count.
 */
export async function readAccounts(
  client: SolanaClient,
  addresses: readonly SolanaAddress[],
  moment: ReadOptions,
): Promise<AccountsAt> {
  const [first, ...others] = await Promise.all(
    splitAddresses(addresses).map((part) => readPart(client, part, moment)),
  )
  if (!first) throw new Error('Reading accounts takes at least one request.')
  return others.reduce(join, first)
}

/** Request parameters for a commitment and minimum slot. */
export function toRequestParams({ commitment, minSlot }: ReadOptions) {
  return { commitment, ...(minSlot !== undefined && { minContextSlot: Number(minSlot) }) }
}

async function readPart(
  client: SolanaClient,
  addresses: readonly SolanaAddress[],
  moment: ReadOptions,
): Promise<AccountsAt> {
  const answer = await client.request({
    method: 'getMultipleAccounts',
    params: [[clockAddress, ...addresses], { encoding: 'base64', ...toRequestParams(moment) }],
  })
  const { slot, value } = parseContext(answer)
  const [clock, ...accounts] = parseList(value).map((one) => parseAccount(one))
  if (!clock || accounts.length !== addresses.length)
    throw new InvalidResponseError('The node answered other accounts than were asked for.')
  return { slot, time: parseClock(clock), accounts }
}

function parseAccount(answer: unknown): AccountData | undefined {
  if (answer === null) return undefined
  const { lamports, owner, data } = parseFields(answer)
  return { lamports: parseWhole(lamports), owner: parseText(owner), data: parseBytes(data) }
}

function parseClock({ data }: AccountData): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigInt64(clockTimeAt, true)
}

function splitAddresses(
  addresses: readonly SolanaAddress[],
): readonly (readonly SolanaAddress[])[] {
  const size = maxAccounts - 1
  const count = Math.max(1, Math.ceil(addresses.length / size))
  return Array.from({ length: count }, (_, index) =>
    addresses.slice(index * size, (index + 1) * size),
  )
}

function join(all: AccountsAt, part: AccountsAt): AccountsAt {
  return {
    slot: part.slot < all.slot ? part.slot : all.slot,
    time: part.time < all.time ? part.time : all.time,
    accounts: [...all.accounts, ...part.accounts],
  }
}
