import { hexToBigInt, numberToHex } from 'viem/utils'

import type { ChainContracts } from '#networks/network.ts'
import type { Hash } from '#protocol/hex.ts'
import { ChainUnavailable } from '../ChainUnavailable.ts'
import type { Block, EvmEcosystem, SettlementState, StateQuestion } from '../settlementChain.ts'
import type { EvmClient } from './client.ts'
import { type ManyRead, type Read, readMany } from './readMany.ts'
import { readSettlement } from './settlement.ts'
import { readHead } from './watch.ts'

/** Several providers of one chain, independent of each other: none is believed alone. */
export type Quorum = {
  /** At least one; with one there is nobody to compare with. */
  clients: readonly EvmClient[]
  /** Hears when providers give different answers: somebody lies, or is on another fork. */
  onDisagreement?: ((sentence: string) => void) | undefined
}

/** How many must give the same answer. Source: security rule 9. */
const enough = 2

/**
 * The newest block that enough providers know: one alone cannot make time or height run ahead, nor
 * put a time of its own on a height that others know.
 *
 * @throws ChainUnavailable when fewer answer.
 */
export async function agreedHead({ clients }: Quorum): Promise<Block> {
  const heads = await answersOf(clients, (client) => readHead(client))
  return {
    number: reached(
      heads.map(({ number }) => number),
      clients,
    ),
    time: reached(
      heads.map(({ time }) => time),
      clients,
    ),
  }
}

/**
 * How far enough providers have counted: one alone cannot make a count run ahead.
 *
 * @throws ChainUnavailable when fewer answer.
 */
export async function agreedCount(
  { clients }: Quorum,
  count: (client: EvmClient) => Promise<bigint>,
): Promise<bigint> {
  return reached(await answersOf(clients, count), clients)
}

/**
 * Contract state at a block, as enough providers give it with the same block hash.
 *
 * @throws ChainUnavailable when fewer answer, or when no such number of them agrees.
 */
export async function agreedState(
  quorum: Quorum,
  options: { contracts: ChainContracts; question: StateQuestion<EvmEcosystem>; block: bigint },
): Promise<SettlementState<EvmEcosystem>> {
  const { block } = options
  return agreedAt(quorum, { block, ask: (client) => readSettlement(client, options) })
}

/**
 * Values of the newest block that enough providers know, as they give them alike.
 *
 * @throws ChainUnavailable when fewer answer, or when no such number of them agrees.
 */
export async function agreedMany(quorum: Quorum, reads: readonly Read[]): Promise<ManyRead> {
  const [only] = quorum.clients
  if (only && quorum.clients.length === 1) return readMany(only, reads)
  const { number: block } = await agreedHead(quorum)
  return agreedAt(quorum, { block, ask: (client) => readMany(client, reads, { block }) })
}

/**
 * Something that is in a block, as enough providers show it alike; undefined while fewer do. A node
 * may show it later than its block: that is no contradiction to act on, only one to tell.
 *
 * @throws ChainUnavailable when fewer answer.
 */
export async function agreedFind<Found extends { block: bigint }>(
  { clients, onDisagreement }: Quorum,
  find: (client: EvmClient) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const [only] = clients
  if (only && clients.length === 1) return find(only)
  const answers = await answersOf(clients, async (client) => ({
    found: await find(client),
    client,
  }))
  if (answers.length < enough) throw tooFew(clients, answers.length)
  const shown = answers.flatMap(({ found }) => (found ? [{ found, key: keyOf(found) }] : []))
  const agreed = shown.find(({ key }) => shown.filter((one) => one.key === key).length >= enough)
  if (agreed || shown.length === 0) return agreed?.found
  const block = shown.reduce((low, { found }) => (found.block < low ? found.block : low), 2n ** 64n)
  const others = answers.filter(({ found }) => !found)
  const known = await Promise.allSettled(others.map(({ client }) => readBlockHash(client, block)))
  const isDenied = known.some(({ status }) => status === 'fulfilled')
  if (isDenied || shown.length > 1)
    onDisagreement?.(
      `Providers of ${only?.chainId} do not agree on what is in block ${block}: nothing is done on it.`,
    )
  return undefined
}

/** What enough providers list, in the order of the first that answers. */
export async function agreedList<Item>(
  { clients }: Quorum,
  list: (client: EvmClient) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const answers = await answersOf(clients, list)
  if (answers.length < needed(clients)) throw tooFew(clients, answers.length)
  const keys = answers.map((items) => new Set(items.map((item) => keyOf(item))))
  return (answers[0] ?? []).filter(
    (item) => keys.filter((known) => known.has(keyOf(item))).length >= needed(clients),
  )
}

async function agreedAt<Answer>(
  { clients, onDisagreement }: Quorum,
  { block, ask }: { block: bigint; ask: (client: EvmClient) => Promise<Answer> },
): Promise<Answer> {
  const [only] = clients
  if (only && clients.length === 1) return ask(only)
  const answers = await answersOf(clients, async (client) => {
    const [answer, hash] = await Promise.all([ask(client), readBlockHash(client, block)])
    return { answer, key: keyOf([answer, hash]) }
  })
  if (answers.length < enough) throw tooFew(clients, answers.length)
  const keys = [...new Set(answers.map(({ key }) => key))]
  const agreed = keys.filter((one) => answers.filter(({ key }) => key === one).length >= enough)
  const chainId = only?.chainId ?? 'eip155:0'
  if (keys.length > 1)
    onDisagreement?.(
      `Providers of ${chainId} give ${keys.length} different answers about block ${block}.`,
    )
  const said = agreed.length === 1 ? answers.find(({ key }) => key === agreed[0]) : undefined
  if (said) return said.answer
  throw new ChainUnavailable(chainId, { reason: 'its providers disagree' })
}

/** What those who answered said. One provider that is down is nobody's alarm. */
async function answersOf<Answer>(
  clients: readonly EvmClient[],
  ask: (client: EvmClient) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const results = await Promise.allSettled(clients.map((client) => ask(client)))
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed && answers.length < needed(clients)) throw failed.reason
  return answers
}

/** The highest value that enough of those who answered have reached. */
function reached(values: readonly bigint[], clients: readonly EvmClient[]): bigint {
  const value = values.toSorted((a, b) => (a > b ? -1 : 1))[needed(clients) - 1]
  if (value === undefined) throw tooFew(clients, values.length)
  return value
}

function needed(clients: readonly EvmClient[]): number {
  return Math.min(enough, clients.length)
}

function tooFew([first, ...others]: readonly EvmClient[], answers: number): ChainUnavailable {
  return new ChainUnavailable(first?.chainId ?? 'eip155:0', {
    reason: `${answers} of ${others.length + 1} providers answer`,
  })
}

async function readBlockHash(client: EvmClient, block: bigint): Promise<Hash> {
  const found = await client.rpc.request({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(block), false],
  })
  if (!found?.hash || hexToBigInt(found.number ?? '0x0') !== block)
    throw new ChainUnavailable(client.chainId, { reason: `block ${block} is not known yet` })
  return found.hash
}

/** Numbers of blocks are bigints, which JSON has no word for. */
function keyOf(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
