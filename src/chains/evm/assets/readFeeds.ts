import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { type Read, readMany } from '../rpc/readMany.ts'

/** A price feed's latest answer. */
export type FeedAnswer = {
  /** Price of one whole token in the feed's decimals; zero or below means none. */
  answer: bigint
  /** Unix seconds at which this round began; of an uptime feed, since when it is so. */
  startedAt: bigint
  /** Unix seconds at which the feed was written. */
  updatedAt: bigint
}

/** `latestRoundData()` of Chainlink's AggregatorV3Interface. */
const latestRoundDataSelector = '0xfeaf968c'

/**
 * Reads price feeds in one request.
 *
 * @returns Answers in the order asked for (undefined: the feed did not answer), with the block's
 *   number and time.
 * @throws ChainUnavailable when the chain does not answer.
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
