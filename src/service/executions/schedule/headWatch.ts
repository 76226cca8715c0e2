import { chainUnavailableIn } from '#chains/rpc/ChainUnavailable.ts'
import type { Block, SettlementChain } from '#chains/ports/settlementChain.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type SettlementChains, settlementOf } from '../plan/plan.ts'
import { createPeriodicJob } from './periodicJob.ts'
import { createSignal } from './signal.ts'

/** Knows the newest block of each chain, and wakes who waits for one. */
export type HeadWatch = {
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
const leastIntervalMs = 20
/** While nothing waits for blocks. */
const idleIntervalMs = 1_000

type Options = {
  /** Whether anything waits for blocks: asked before each round. */
  isBusy: () => boolean
  /** Hears what a chain answers when it should have given a block. */
  onError: (error: unknown) => void
}

/** Watches the heads of chains by asking. */
export function createHeadWatch(chains: SettlementChains, options: Options): HeadWatch {
  const heads = new Map<ChainId, { block: Block; seenMs: number }>()
  const changed = new Set<ChainId>()
  const news = createSignal()

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
    const asks = chain.nonces ? asksPerBlock : asksPerSlot
    const busyMs = Math.max(leastIntervalMs, chain.blockMs / asks)
    return createPeriodicJob({
      everyMs: idleIntervalMs,
      onError: options.onError,
      async run() {
        await ask(chain).catch((error: unknown) => {
          if (!chainUnavailableIn(error)) options.onError(error)
        })
        return options.isBusy() ? busyMs : undefined
      },
    })
  })

  function wake(): void {
    for (const job of jobs) job.wake()
    news.fire()
  }

  return {
    start() {
      for (const job of jobs) job.start()
    },
    async stop() {
      const stopped = jobs.map((job) => job.stop())
      news.end()
      await Promise.all(stopped)
    },
    async head(chainId) {
      const chain = settlementOf(chains, chainId)
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
    wake,
  }
}
