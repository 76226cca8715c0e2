import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { type Read, readMany } from '../rpc/readMany.ts'

/** Latest answer of a price feed. */
export type FeedAnswer = {
  /** Price of one whole token in the feed's decimals; zero or less means there is none. */
  answer: bigint
  /** Start of the round, Unix seconds; for an uptime feed, since when its status holds. */
  startedAt: bigint
  /** Last update, Unix seconds. */
  updatedAt: bigint
}

/** `latestRoundData()` of Chainlink's AggregatorV3Interface. */
const latestRoundDataSelector = '0xfeaf968c'

/**
 * Reads price feeds in one request.
 *
 * @returns Answers in the order asked (undefined if a feed did not answer), with block number and
 *   time.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readFeeds(client: EvmClient, feeds: readonly EvmAddress[]) {
  const { blockNumber, blockTime, values } = await readMany(client, feeds.map(buildFeedRead))
  return { blockNumber, blockTime, answers: values.map(decodeFeedAnswer) }
}

function buildFeedRead(feed: EvmAddress): Read {
  return { kind: 'call', to: feed, data: latestRoundDataSelector, words: 5 }
}

function decodeFeedAnswer(words: readonly bigint[] | undefined): FeedAnswer | undefined {
  const [, answer, startedAt, updatedAt] = words ?? []
  if (answer === undefined || startedAt === undefined || updatedAt === undefined) return undefined
  return { answer: BigInt.asIntN(256, answer), startedAt, updatedAt }
}
