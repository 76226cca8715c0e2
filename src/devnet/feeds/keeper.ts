import { privateKeyToAccount } from 'viem/accounts'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { type ChainPool, chainPlanOf } from '../plan/chainPlan.ts'
import type { LocalPlan } from '../plan/localPlan.ts'
import { driftBps, poolMove, readPoolPrice } from './poolPrices.ts'
import { feedRefreshes } from '../deploy/refreshFeeds.ts'
import { type Call, mineCalls } from '../deploy/sendCalls.ts'
import type { DevnetChain } from '../deploy/startChains.ts'

/** Keeps prices fresh and pools at them. */
export type Keeper = {
  /** Looks at every chain once. A chain that does not answer is left for the next time. */
  tend(): Promise<void>
  /** Looks at every chain every `intervalMs` from now on. */
  start(intervalMs: number): void
  /** Stops looking; resolves once the last look is over. */
  stop(): Promise<void>
}

/** What a keeper leaves alone, because a scenario wants it as it is. */
export type KeeperLeave = {
  feed(feed: EvmAddress): boolean
  pools(): boolean
}

/** A feed is set again at a third of the age at which its price counts as none. */
const refreshSeconds = 1_200n

/** A pool further than this from its feeds is traded back. */
const toleranceBps = 10n

/** The most one side may drift before prices count as wrong: tests hold pools to it. */
export const poolBoundBps = 30n

/**
 * Makes the keeper of a running devnet. It only uses what deployment gave it; it mints nothing.
 *
 * @param chains - Running chains.
 * @param options.plan - What is deployed on them.
 * @param options.leaves - What it leaves alone.
 * @param options.onTrouble - Told in one sentence when a chain could not be tended.
 */
export function createKeeper(
  chains: readonly DevnetChain[],
  options: {
    plan: LocalPlan
    leaves: KeeperLeave
    onTrouble: (sentence: string) => void
  },
): Keeper {
  const { plan, leaves, onTrouble } = options
  const keeper = privateKeyToAccount(plan.keys.keeper)
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()

  async function tendChain({ client, number, node, name }: DevnetChain): Promise<void> {
    if (node.pid() === undefined) return
    try {
      const chain = chainPlanOf(plan, number)
      const router = chain.uniswap.swapRouter.address
      const all = [...chain.feeds, ...chain.secondFeeds]
      const feeds = all.filter(({ address }) => !leaves.feed(address))
      const calls = await feedRefreshes(client, { feeds, olderThanSeconds: refreshSeconds })
      const pools = leaves.pools() ? [] : chain.pools
      for (const pool of pools) calls.push(...(await tradeBack(pool, router)))
      await mineCalls(client, { from: keeper, calls })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      onTrouble(`The keeper could not tend ${name}: ${reason}`)
    }

    async function tradeBack(pool: ChainPool, router: EvmAddress): Promise<Call[]> {
      const price = await readPoolPrice(client, pool)
      if (driftBps(price) <= toleranceBps) return []
      return poolMove(client, { pool, router, trader: keeper.address, to: price.fair })
    }
  }

  function tend(): Promise<void> {
    last = last.then(async () => {
      await Promise.all(chains.map(tendChain))
    })
    return last
  }

  return {
    tend,
    start(intervalMs) {
      timer ??= setInterval(() => void tend(), intervalMs)
    },
    stop() {
      clearInterval(timer)
      return last
    },
  }
}
