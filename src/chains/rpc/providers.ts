import type { ChainId } from '#protocol/ids/caip.ts'
import { ChainUnavailableError } from './ChainUnavailableError.ts'

/** Several providers of one chain, independent of each other: none is believed alone. */
export type Providers<Client extends { chainId: ChainId }> = {
  /** At least one; with one there is nobody to compare with. */
  clients: readonly Client[]
  /** Hears when providers give different answers: somebody lies, or is on another fork. */
  onDisagreement?: ((sentence: string) => void) | undefined
}

/** How many must give the same answer. Source: security rule 9. */
const quorumThreshold = 2

/** How many of these providers must say the same: two, or the only one. */
export function getRequiredAnswers({ length }: readonly unknown[]): number {
  return Math.min(quorumThreshold, length)
}

/**
 * What those who answered said. One provider that is down is nobody's alarm.
 *
 * @throws The first failure when fewer than needed answer.
 */
export async function collectAnswers<Client extends { chainId: ChainId }, Answer>(
  clients: readonly Client[],
  ask: (client: Client) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const results = await Promise.allSettled(clients.map((client) => ask(client)))
  const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed && answers.length < getRequiredAnswers(clients)) throw failed.reason
  return answers
}

/**
 * The highest value that enough of those who answered have reached: one alone cannot make it run
 * ahead.
 *
 * @throws ChainUnavailable when fewer answered.
 */
export function getNthHighest(
  values: readonly bigint[],
  clients: readonly { chainId: ChainId }[],
): bigint {
  const value = values.toSorted((a, b) => (a > b ? -1 : 1))[getRequiredAnswers(clients) - 1]
  if (value === undefined) throw buildInsufficientAnswersError(clients, values.length)
  return value
}

/** Too few of the providers answer: nothing is known. */
export function buildInsufficientAnswersError(
  [first, ...others]: readonly { chainId: ChainId }[],
  answers: number,
): ChainUnavailableError {
  return new ChainUnavailableError(first?.chainId ?? 'eip155:0', {
    reason: `${answers} of ${others.length + 1} providers answer`,
  })
}

/** A text that is the same for the same answer. Numbers of blocks are bigints, which JSON has no word for. */
export function toAnswerKey(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/** What enough providers list, in the order of the first that answers. */
export async function readQuorumList<Client extends { chainId: ChainId }, Item>(
  { clients }: Providers<Client>,
  list: (client: Client) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const answers = await collectAnswers(clients, list)
  if (answers.length < getRequiredAnswers(clients))
    throw buildInsufficientAnswersError(clients, answers.length)
  const keys = answers.map((items) => new Set(items.map((item) => toAnswerKey(item))))
  return (answers[0] ?? []).filter(
    (item) =>
      keys.filter((known) => known.has(toAnswerKey(item))).length >= getRequiredAnswers(clients),
  )
}

/**
 * Something that is in a block, as enough providers show it alike; undefined while fewer do. A node
 * may show it later than its block: that is no contradiction to act on, only one to tell.
 *
 * @param parts.hasBlock - Whether a provider that does not show it knows its block.
 * @throws ChainUnavailable when fewer answer.
 */
export async function findByQuorum<
  Client extends { chainId: ChainId },
  Found extends { block: bigint },
>(
  { clients, onDisagreement }: Providers<Client>,
  {
    find,
    hasBlock,
  }: {
    find: (client: Client) => Promise<Found | undefined>
    hasBlock: (client: Client, block: bigint) => Promise<boolean>
  },
): Promise<Found | undefined> {
  const [only] = clients
  if (only && clients.length === 1) return find(only)
  const answers = await collectAnswers(clients, async (client) => ({
    found: await find(client),
    client,
  }))
  if (answers.length < quorumThreshold) throw buildInsufficientAnswersError(clients, answers.length)
  const shown = answers.flatMap(({ found }) => (found ? [{ found, key: toAnswerKey(found) }] : []))
  const agreed = shown.find(
    ({ key }) => shown.filter((one) => one.key === key).length >= quorumThreshold,
  )
  if (agreed || shown.length === 0) return agreed?.found
  const block = shown.reduce((low, { found }) => (found.block < low ? found.block : low), 2n ** 64n)
  const others = answers.filter(({ found }) => !found)
  const known = await Promise.allSettled(others.map(({ client }) => hasBlock(client, block)))
  const isDenied = known.some((result) => result.status === 'fulfilled' && result.value)
  if (isDenied || shown.length > 1)
    onDisagreement?.(
      `Providers of ${only?.chainId} do not agree on what is in block ${block}: nothing is done on it.`,
    )
  return undefined
}
