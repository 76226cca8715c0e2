import { encodeFunctionData } from 'viem'

import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { NodeClient } from '../node/nodeClient.ts'
import type { LabelledCall } from './sendCalls.ts'

/** A feed and its initial answer. */
export type Feed = { address: EvmAddress; firstPrice: bigint }

/**
 * Builds the transactions that refresh feeds older than a given age, each with its last answer (or
 * its initial one if it has none).
 *
 * @param client - Client of the node.
 * @param options.feeds - Feeds to check.
 * @param options.olderThanSeconds - Minimum age of a feed, by the latest block's time.
 */
export async function buildFeedUpdates(
  client: NodeClient,
  options: { feeds: readonly Feed[]; olderThanSeconds: bigint },
): Promise<LabelledCall[]> {
  const [block, answers] = await Promise.all([
    client.getBlock(),
    Promise.all(options.feeds.map((feed) => readLastAnswer(client, feed))),
  ])
  return answers
    .filter(({ updatedAt }) => block.timestamp - updatedAt >= options.olderThanSeconds)
    .map(({ feed, answer }) => buildSetAnswer(feed.address, answer))
}

/** Must be sent by the keeper. */
function buildSetAnswer(feed: EvmAddress, answer: bigint): LabelledCall {
  const data = encodeFunctionData({
    abi: priceFeedAbi,
    functionName: 'setAnswer',
    args: [answer],
  })
  return { label: `set the feed ${feed} to ${answer}`, to: feed, data, gas: 150_000n }
}

async function readLastAnswer(client: NodeClient, feed: Feed) {
  const raw = await client
    .readContract({
      address: feed.address,
      abi: priceFeedAbi,
      functionName: 'latestRoundData',
    })
    .catch((error: unknown) => {
      if (isNoAnswer(error)) return undefined
      throw error
    })
  if (raw === undefined) return { feed, answer: feed.firstPrice, updatedAt: 0n }
  return { feed, answer: raw[1], updatedAt: raw[3] }
}

function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.message.includes('NoAnswer')
}
