import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import {
  collectAnswers,
  describeSides,
  toAnswerKey,
  getRequiredAnswers,
  type Providers,
  getNthHighest,
} from '../../rpc/providers.ts'
import type { Block } from '../../ports/settlementChain.ts'
import { InvalidResponseError } from '../rpc/parseResponse.ts'
import { type SolanaClient, SolanaRpcError } from '../rpc/client.ts'
import { type Commitment, readAccounts } from '../rpc/readAccounts.ts'
import type { StateAt } from './settlement.ts'

/** Several providers of one cluster. */
export type SolanaQuorum = Providers<SolanaClient>

/**
 * Asks all providers and returns the answers. A provider that returns an error or an invalid
 * response counts as not answering.
 *
 * @throws ChainUnavailableError when fewer than required answer.
 */
export function requestAll<Answer>(
  clients: readonly SolanaClient[],
  ask: (client: SolanaClient) => Promise<Answer>,
): Promise<readonly Answer[]> {
  return collectAnswers(clients, (client) => toReadable(client, ask))
}

/** One provider's answer; see {@link requestAll}. */
export async function toReadable<Answer>(
  client: SolanaClient,
  ask: (client: SolanaClient) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(client)
  } catch (error) {
    if (error instanceof InvalidResponseError || error instanceof SolanaRpcError)
      throw new ChainUnavailableError(client.chainId, { reason: error.message, cause: error })
    throw error
  }
}

/**
 * Reads the newest slot and the latest cluster time that enough providers have reached.
 *
 * @throws ChainUnavailableError when fewer than required answer.
 */
export async function readQuorumHead(
  { clients }: SolanaQuorum,
  commitment: Commitment,
): Promise<Block> {
  const heads = await requestAll(clients, (client) => readAccounts(client, [], { commitment }))
  return {
    number: getNthHighest(
      heads.map(({ slot }) => slot),
      clients,
    ),
    time: getNthHighest(
      heads.map(({ time }) => time),
      clients,
    ),
  }
}

/** A provider at most this many slots ahead is followed: the others are asked again at its slot. */
const nearSlots = 150n

/**
 * Reads state from a slot on by quorum. Each provider answers for its own newest slot, so a change
 * in between looks like a disagreement; in that case all are asked once more, from the highest slot
 * that any had reached.
 *
 * @returns The agreed state with the lowest slot and time of those who agree.
 * @throws ChainUnavailableError when fewer than required answer, or too few agree.
 */
export async function readQuorumState(
  { clients, onDisagreement }: SolanaQuorum,
  { block, ask }: { block: bigint; ask: (client: SolanaClient, block: bigint) => Promise<StateAt> },
): Promise<StateAt> {
  const first = await requestAll(clients, (client) => ask(client, block))
  const agreed = findAgreedState(first, clients)
  if (agreed) return agreed
  const slots = first.map((state) => state.block.number)
  const [highest, reached] = [getMax(slots), getNthHighest(slots, clients)]
  const from = highest - reached > nearSlots ? reached : highest
  const sides: { client: SolanaClient; key: string }[] = []
  const answers = await requestAll(clients, async (client) => {
    const state = await ask(client, from)
    sides.push({ client, key: toStateKey(state) })
    return state
  })
  const second = findAgreedState(answers, clients)
  if (second) return second
  const chainId = clients[0]?.chainId ?? 'eip155:0'
  onDisagreement?.(
    `Providers of ${chainId} give different answers about slot ${from}: ${describeSides(clients, sides)}.`,
  )
  throw new ChainUnavailableError(chainId, { reason: 'its providers disagree' })
}

/**
 * Reads amounts that enough providers say are there at least, with the lowest slot of their
 * answers. A single provider cannot inflate a balance.
 *
 * @throws ChainUnavailableError when fewer than required answer.
 */
export async function readQuorumUnits(
  { clients }: SolanaQuorum,
  ask: (client: SolanaClient) => Promise<{ slot: bigint; units: readonly bigint[] }>,
): Promise<{ slot: bigint; units: readonly bigint[] }> {
  const answers = await requestAll(clients, ask)
  const slots = answers.map(({ slot }) => slot)
  const [first] = answers
  return {
    slot: getNthHighest(slots, clients),
    units: (first?.units ?? []).map((_, index) =>
      getNthHighest(
        answers.map(({ units }) => units[index] ?? 0n),
        clients,
      ),
    ),
  }
}

function findAgreedState(
  answers: readonly StateAt[],
  clients: readonly SolanaClient[],
): StateAt | undefined {
  const groups = new Map<string, StateAt[]>()
  for (const answer of answers) {
    const key = toStateKey(answer)
    groups.set(key, [...(groups.get(key) ?? []), answer])
  }
  const agreed = [...groups.values()].filter(({ length }) => length >= getRequiredAnswers(clients))
  const [group] = agreed
  const [state] = group ?? []
  if (!group || !state || agreed.length > 1) return undefined
  const [number, time] = [
    getMin(group.map(({ block }) => block.number)),
    getMin(group.map(({ block }) => block.time)),
  ]
  return { ...state, block: { number, time } }
}

/** A key of the state alone, without the block at which it was read. */
function toStateKey(state: StateAt): string {
  return toAnswerKey({ ...state, block: undefined })
}

function getMax(values: readonly bigint[]): bigint {
  return values.reduce((high, value) => (value > high ? value : high), 0n)
}

function getMin(values: readonly bigint[]): bigint {
  return values.reduce((low, value) => (value < low ? value : low))
}
