import type { ChainId } from '#protocol/ids/caip.ts'
import { ChainUnavailableError } from './ChainUnavailableError.ts'

/** Independent providers of one chain, none of which is trusted alone. */
export type Providers<Client extends { chainId: ChainId }> = {
  /** At least one; a single one cannot be cross-checked. */
  clients: readonly Client[]
  /** Called when providers give different answers: one is wrong, or on another fork. */
  onDisagreement?: ((sentence: string) => void) | undefined
}

/** Number of equal answers required. Source: security rule 9. */
const quorumThreshold = 2

/** Number of equal answers required of these providers: two, or one if there is only one. */
export function getRequiredAnswers({ length }: readonly unknown[]): number {
  return Math.min(quorumThreshold, length)
}

/**
 * Collects the answers of all providers that respond; a single failing provider is tolerated.
 *
 * @throws The first error if fewer than required respond.
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
 * The highest value that the required number of answers have reached, so that a single provider
 * cannot run ahead.
 *
 * @throws ChainUnavailableError if there are too few answers.
 */
export function getNthHighest(
  values: readonly bigint[],
  clients: readonly { chainId: ChainId }[],
): bigint {
  const value = values.toSorted((a, b) => (a > b ? -1 : 1))[getRequiredAnswers(clients) - 1]
  if (value === undefined) throw buildInsufficientAnswersError(clients, values.length)
  return value
}

/** The error for too few responding providers. */
export function buildInsufficientAnswersError(
  [first, ...others]: readonly { chainId: ChainId }[],
  answers: number,
): ChainUnavailableError {
  return new ChainUnavailableError(first?.chainId ?? 'eip155:0', {
    reason: `${answers} of ${others.length + 1} providers answer`,
  })
}

/**
 * Names the providers that give each of several answers, by their position in the configuration:
 * their URLs may contain keys.
 *
 * @returns Such as "provider 1 against provider 2".
 */
export function describeSides<Client>(
  clients: readonly Client[],
  answers: readonly { client: Client; key: string }[],
): string {
  const keys = [...new Set(answers.map(({ key }) => key))]
  const sides = keys.map((key) => {
    const positions = answers
      .filter((answer) => answer.key === key)
      .map(({ client }) => clients.indexOf(client) + 1)
    return `provider${positions.length > 1 ? 's' : ''} ${positions.join(' and ')}`
  })
  return sides.join(' against ')
}

/** Serializes an answer, bigints included, so that equal answers have equal keys. */
export function toAnswerKey(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/** Items listed by the required number of providers, in the order of the first that responds. */
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
 * Finds something included in a block, if the required number of providers agree on it; undefined
 * otherwise. A node may index it later than its block, so its absence is reported but does not
 * count as an answer to act on.
 *
 * @param parts.hasBlock - Whether a provider that does not find it knows its block.
 * @throws ChainUnavailableError if too few providers respond.
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
      `Providers of ${only?.chainId} do not agree on what is in block ${block}, so it is ignored: ${describeSides(
        clients,
        answers.map(({ found, client }) => ({ client, key: toAnswerKey(found ?? null) })),
      )}.`,
    )
  return undefined
}
