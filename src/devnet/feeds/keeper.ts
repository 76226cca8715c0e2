import { privateKeyToAccount } from 'viem/accounts'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { type ChainPool, getAllFeeds, getChainPlan } from '../plan/chainPlan.ts'
import type { LocalPlan } from '../plan/localPlan.ts'
import { computeDriftBps, buildPoolMove, readPoolPrice } from './poolPrices.ts'
import { buildFeedUpdates } from '../deploy/buildFeedUpdates.ts'
import { type LabelledCall, mineCalls } from '../deploy/sendCalls.ts'
import type { DevnetChain } from '../deploy/startChains.ts'

/** Refreshes the feeds and trades pools back to them. */
export type Keeper = {
  /** Checks every chain once; one that does not answer is left for the next time. */
  refresh(): Promise<void>
  /** Checks every chain each `intervalMs` from now on. */
  start(intervalMs: number): void
  /** Stops; resolves once the last check has ended. */
  stop(): Promise<void>
}

/** What a keeper leaves alone because a scenario changed it. */
export type KeeperExclusions = {
  feed(feed: EvmAddress): boolean
  pools(): boolean
}

/** A feed is refreshed at a third of the age at which its price becomes stale. */
const refreshSeconds = 1_200n

/** A pool further than this from its feeds is traded back. */
const toleranceBps = 10n

/** Pool deviation up to which prices count as right; tests hold pools to it. */
export const maxPoolDriftBps = 30n

/**
 * Creates the keeper of a running devnet. It mints nothing, and only uses the funds it was given.
 *
 * @param chains - Running chains.
 * @param options.plan - What is deployed on them.
 * @param options.exclusions - Feeds and pools to leave alone.
 * @param options.onWarning - Called with one sentence when a chain could not be checked.
 */
export function createKeeper(
  chains: readonly DevnetChain[],
  options: {
    plan: LocalPlan
    exclusions: KeeperExclusions
    onWarning: (sentence: string) => void
  },
): Keeper {
  const { plan, exclusions, onWarning } = options
  const keeper = privateKeyToAccount(plan.keys.keeper)
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()

  async function tendChain({ client, number, node, name }: DevnetChain): Promise<void> {
    if (node.pid() === undefined) return
    try {
      const chain = getChainPlan(plan, number)
      const router = chain.uniswap.swapRouter.address
      const feeds = getAllFeeds(chain).filter(({ address }) => !exclusions.feed(address))
      const calls = await buildFeedUpdates(client, { feeds, olderThanSeconds: refreshSeconds })
      const pools = exclusions.pools() ? [] : chain.pools
      for (const pool of pools) calls.push(...(await tradeBack(pool, router)))
      await mineCalls(client, { from: keeper, calls })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      onWarning(`The keeper could not tend ${name}: ${reason}`)
    }

    async function tradeBack(pool: ChainPool, router: EvmAddress): Promise<LabelledCall[]> {
      const price = await readPoolPrice(client, pool)
      if (computeDriftBps(price) <= toleranceBps) return []
      return buildPoolMove(client, { pool, router, trader: keeper.address, to: price.fair })
    }
  }

  function tend(): Promise<void> {
    last = last.then(async () => {
      await Promise.all(chains.map(tendChain))
    })
    return last
  }

  return {
    refresh: tend,
    start(intervalMs) {
      timer ??= setInterval(() => void tend(), intervalMs)
    },
    stop() {
      clearInterval(timer)
      return last
    },
  }
}
