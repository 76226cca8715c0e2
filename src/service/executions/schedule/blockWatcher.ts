import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Block, SettlementChain } from '#chains/ports/settlementChain.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type SettlementChains, getSettlement } from '../plan/executionPlan.ts'
import { createPeriodicJob } from './periodicJob.ts'
import { createCondition } from './condition.ts'

/** Knows the newest block of each chain, and wakes who waits for one. */
export type BlockWatcher = {
  start: () => void
  stop: () => Promise<void>
  /** The newest block seen; asks the chain when none was seen lately. */
  head: (chainId: ChainId) => Promise<Block>
  /** Resolves with the chains that moved since the last call: at once, or after `timeoutMs`. */
  moved: (timeoutMs: number) => Promise<readonly ChainId[]>
  /** Number of the newest block seen; undefined before the first. Asks nobody. */
  seen: (chainId: ChainId) => bigint | undefined
  /** Counts chains as moved once more: for who missed the news. */
  renew: (chainIds: readonly ChainId[]) => void
  /** Makes `moved` resolve now, and idle chains be read now. */
  wake: () => void
}

/** How often a chain is asked, as a part of its block time; where blocks are short and many, less. */
const asksPerBlock = 25
const asksPerSlot = 4
const minIntervalMs = 20
/** While nothing waits for blocks. */
const idleIntervalMs = 1_000

type BlockWatcherOptions = {
  /** Whether anything waits for blocks: asked before each round. */
  isBusy: () => boolean
  /** Hears what a chain answers when it should have given a block. */
  onError: (error: unknown) => void
}

/** Watches the heads of chains by asking. */
export function createBlockWatcher(
  chains: SettlementChains,
  options: BlockWatcherOptions,
): BlockWatcher {
  const heads = new Map<ChainId, { block: Block; seenMs: number }>()
  const changed = new Set<ChainId>()
  const news = createCondition()

  async function ask(chain: SettlementChain): Promise<Block> {
    const block = await chain.readHead()
    const before = heads.get(chain.chainId)
    heads.set(chain.chainId, { block, seenMs: performance.now() })
    // A head that went back is news too: the chain was rolled back.
    if (before?.block.number === block.number) return block
    changed.add(chain.chainId)
    news.fire()
    return block
  }

  const jobs = [...chains.values()].map((chain) => {
    const busyMs = getBusyIntervalMs(chain)
    return createPeriodicJob({
      everyMs: idleIntervalMs,
      onError: options.onError,
      async run() {
        await ask(chain).catch((error: unknown) => {
          if (!findChainUnavailableError(error)) options.onError(error)
        })
        return options.isBusy() ? busyMs : undefined
      },
    })
  })

  return {
    start() {
      for (const job of jobs) job.start()
    },
    async stop() {
      news.end()
      await Promise.all(jobs.map((job) => job.stop()))
    },
    async head(chainId) {
      const chain = getSettlement(chains, chainId)
      const known = heads.get(chainId)
      const isFresh = known !== undefined && performance.now() - known.seenMs < chain.blockMs / 4
      return isFresh ? known.block : ask(chain)
    },
    seen: (chainId) => heads.get(chainId)?.block.number,
    renew(chainIds) {
      for (const chainId of chainIds) changed.add(chainId)
      if (chainIds.length > 0) news.fire()
    },
    async moved(timeoutMs) {
      if (changed.size === 0) await news.wait(timeoutMs)
      const moved = [...changed]
      changed.clear()
      return moved
    },
    wake() {
      for (const job of jobs) job.wake()
      news.fire()
    },
  }
}

/** How long to wait between two questions to a chain while something waits for its blocks. */
function getBusyIntervalMs({ nonces, blockMs }: SettlementChain): number {
  const asks = nonces ? asksPerBlock : asksPerSlot
  return Math.max(minIntervalMs, blockMs / asks)
}
