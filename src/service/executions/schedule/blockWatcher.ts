import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Block, SettlementChain } from '#chains/ports/settlementChain.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type SettlementChains, getSettlement } from '../plan/executionPlan.ts'
import { createPeriodicJob, createCondition } from './periodicJob.ts'

/** Tracks the newest block of each chain, and wakes callers that wait for one. */
export type BlockWatcher = {
  start: () => void
  stop: () => Promise<void>
  /** The newest block seen; reads the chain when that is not recent. */
  head: (chainId: ChainId) => Promise<Block>
  /** Resolves with the chains that moved since the last call: at once, or after `timeoutMs`. */
  moved: (timeoutMs: number) => Promise<readonly ChainId[]>
  /** Number of the newest block seen; undefined before the first. Makes no request. */
  seen: (chainId: ChainId) => bigint | undefined
  /** Counts chains as moved once more, for executions that missed a block. */
  renew: (chainIds: readonly ChainId[]) => void
  /** Makes `moved` resolve now, and reads idle chains now. */
  wake: () => void
}

/** Polls per block time; fewer on chains with short slots. */
const pollsPerBlock = 25
const pollsPerSlot = 4
const minIntervalMs = 20
const idleIntervalMs = 1_000

type BlockWatcherOptions = {
  /** Whether anything waits for blocks; called after each poll. */
  isBusy: () => boolean
  /** Called with errors of reading a block, except that a chain is unavailable. */
  onError: (error: unknown) => void
}

/** Creates a {@link BlockWatcher} that polls. */
export function createBlockWatcher(
  chains: SettlementChains,
  options: BlockWatcherOptions,
): BlockWatcher {
  const heads = new Map<ChainId, { block: Block; seenMs: number }>()
  const changed = new Set<ChainId>()
  const moved = createCondition()

  async function readHead(chain: SettlementChain): Promise<Block> {
    const block = await chain.readHead()
    const before = heads.get(chain.chainId)
    heads.set(chain.chainId, { block, seenMs: performance.now() })
    // A lower number counts as moved too: the chain was reorganised.
    if (before?.block.number === block.number) return block
    changed.add(chain.chainId)
    moved.fire()
    return block
  }

  const jobs = [...chains.values()].map((chain) => {
    const busyMs = getBusyIntervalMs(chain)
    return createPeriodicJob({
      everyMs: idleIntervalMs,
      onError: options.onError,
      async run() {
        await readHead(chain).catch((error: unknown) => {
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
      moved.end()
      await Promise.all(jobs.map((job) => job.stop()))
    },
    async head(chainId) {
      const chain = getSettlement(chains, chainId)
      const known = heads.get(chainId)
      const isFresh = known !== undefined && performance.now() - known.seenMs < chain.blockMs / 4
      return isFresh ? known.block : readHead(chain)
    },
    seen: (chainId) => heads.get(chainId)?.block.number,
    renew(chainIds) {
      for (const chainId of chainIds) changed.add(chainId)
      if (chainIds.length > 0) moved.fire()
    },
    async moved(timeoutMs) {
      if (changed.size === 0) await moved.wait(timeoutMs)
      const chainIds = [...changed]
      changed.clear()
      return chainIds
    },
    wake() {
      for (const job of jobs) job.wake()
      moved.fire()
    },
  }
}

function getBusyIntervalMs({ nonces, blockMs }: SettlementChain): number {
  const polls = nonces ? pollsPerBlock : pollsPerSlot
  return Math.max(minIntervalMs, blockMs / polls)
}
