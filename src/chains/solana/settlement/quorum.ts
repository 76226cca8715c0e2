import { ChainUnavailable } from '../../rpc/ChainUnavailable.ts'
import { answersOf, keyOfAnswer, neededOf, type Providers, reachedOf } from '../../rpc/providers.ts'
import type { Block } from '../../ports/settlementChain.ts'
import { UnreadableAnswer } from '../rpc/answers.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { type Commitment, readAccounts } from '../rpc/readAccounts.ts'
import type { StateAt } from './settlement.ts'
import { SolanaRefusal } from '../rpc/SolanaRefusal.ts'

/** Several providers of one cluster. */
export type Quorum = Providers<SolanaClient>

/**
 * What those who answered said; a provider that refuses a question, or answers something else, has
 * not answered.
 *
 * @throws ChainUnavailable when fewer than needed answer.
 */
export function askAll<Answer>(
  clients: readonly SolanaClient[],
  ask: (client: SolanaClient) => Promise<Answer>,
): Promise<readonly Answer[]> {
  return answersOf(clients, (client) => readable(client, ask))
}

/** An answer; see {@link askAll}. */
export async function readable<Answer>(
  client: SolanaClient,
  ask: (client: SolanaClient) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask(client)
  } catch (error) {
    if (error instanceof UnreadableAnswer || error instanceof SolanaRefusal)
      throw new ChainUnavailable(client.chainId, { reason: error.message, cause: error })
    throw error
  }
}

/**
 * The newest slot that enough providers know, and the time of the cluster's clock that enough of them
 * have reached.
 *
 * @throws ChainUnavailable when fewer answer.
 */
export async function agreedHead({ clients }: Quorum, commitment: Commitment): Promise<Block> {
  const heads = await askAll(clients, (client) => readAccounts(client, [], { commitment }))
  return {
    number: reachedOf(
      heads.map(({ slot }) => slot),
      clients,
    ),
    time: reachedOf(
      heads.map(({ time }) => time),
      clients,
    ),
  }
}

/** Slots by which one provider may be ahead of another and be waited for. */
const nearSlots = 150n

/**
 * State from a slot on, as enough providers give it. A provider answers for the newest slot that it
 * knows, each for another one: what changed in between looks like a contradiction, so those who differ
 * are asked once more, from the slot on that the first of them had reached.
 *
 * @returns The state with the lowest slot and clock of those who agree.
 * @throws ChainUnavailable when fewer answer, or when no such number of them agrees.
 */
export async function agreedState(
  { clients, onDisagreement }: Quorum,
  { block, ask }: { block: bigint; ask: (client: SolanaClient, block: bigint) => Promise<StateAt> },
): Promise<StateAt> {
  const first = await askAll(clients, (client) => ask(client, block))
  const agreed = agreedIn(first, clients)
  if (agreed) return agreed
  const slots = first.map((state) => state.block.number)
  const [highest, reached] = [maximum(slots), reachedOf(slots, clients)]
  const from = highest - reached > nearSlots ? reached : highest
  const second = agreedIn(await askAll(clients, (client) => ask(client, from)), clients)
  if (second) return second
  const chainId = clients[0]?.chainId ?? 'eip155:0'
  onDisagreement?.(`Providers of ${chainId} give different answers about slot ${from}.`)
  throw new ChainUnavailable(chainId, { reason: 'its providers disagree' })
}

/**
 * Amounts that enough providers say are there at least, with the lowest slot of their answers: one
 * alone cannot make anybody rich.
 *
 * @throws ChainUnavailable when fewer answer.
 */
export async function agreedUnits(
  { clients }: Quorum,
  ask: (client: SolanaClient) => Promise<{ slot: bigint; units: readonly bigint[] }>,
): Promise<{ slot: bigint; units: readonly bigint[] }> {
  const answers = await askAll(clients, ask)
  const slots = answers.map(({ slot }) => slot)
  const [first] = answers
  return {
    slot: reachedOf(slots, clients),
    units: (first?.units ?? []).map((_, index) =>
      reachedOf(
        answers.map(({ units }) => units[index] ?? 0n),
        clients,
      ),
    ),
  }
}

function agreedIn(
  answers: readonly StateAt[],
  clients: readonly SolanaClient[],
): StateAt | undefined {
  const groups = new Map<string, StateAt[]>()
  for (const answer of answers) {
    const key = keyOfAnswer({ ...answer, block: undefined })
    groups.set(key, [...(groups.get(key) ?? []), answer])
  }
  const agreed = [...groups.values()].filter(({ length }) => length >= neededOf(clients))
  const [group] = agreed
  const [state] = group ?? []
  if (!group || !state || agreed.length > 1) return undefined
  const [number, time] = [
    minimum(group.map(({ block }) => block.number)),
    minimum(group.map(({ block }) => block.time)),
  ]
  return { ...state, block: { number, time } }
}

function maximum(values: readonly bigint[]): bigint {
  return values.reduce((high, value) => (value > high ? value : high), 0n)
}

function minimum(values: readonly bigint[]): bigint {
  return values.reduce((low, value) => (value < low ? value : low))
}
