import process from 'node:process'

import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Storage } from '#service/storage/database.ts'
import { getSettlement } from '#service/executions/plan/executionPlan.ts'
import { createRentReclaimer } from '#service/executions/jobs/rentReclaimer.ts'
import type { TestServices } from '#testing/harness/composeServices.ts'
import { createTreasury } from '#service/executions/jobs/treasury.ts'

/** What a worker process does beside executions, and where it kills itself. */
export type CrashDuty = {
  chainId: ChainId
  /** Keeps the solver's inventory below this (1e-8 US dollars, decimal); else it gets rent back. */
  capUsd?: string
  /**
   * Sending: what is stored would be sent. Sent: it was, and nothing was noted. Ending: the chain
   * says that it is over, and nobody has noted that.
   */
  at: 'sending' | 'sent' | 'ending'
}

/** Carries a duty out on its chain, often, until the process kills itself. */
export function startDuty(
  duty: CrashDuty,
  { storage, network, services }: { storage: Storage; network: Network; services: TestServices },
): void {
  const { chainId, capUsd } = duty
  const chain = deadly(getSettlement(services.chains, chainId), duty)
  const parts = {
    storage,
    chains: new Map([[chainId, chain]]),
    onError: (error: unknown) => process.stderr.write(`${String(error)}\n`),
    everyMs: 200,
  }
  if (capUsd === undefined) createRentReclaimer(parts).start()
  else
    createTreasury({
      ...parts,
      network,
      prices: services.service.prices,
      capUsd: BigInt(capUsd),
    }).start()
}

/** A chain that ends the process at its place. */
function deadly(chain: SettlementChain, { at }: CrashDuty): SettlementChain {
  const { reclaim } = chain
  return {
    ...chain,
    async broadcast(raw) {
      if (at === 'sending') await endHere()
      const answer = await chain.broadcast(raw)
      if (at === 'sent') await endHere()
      return answer
    },
    async readTransactionOutcome(hash, operation) {
      const landing = await chain.readTransactionOutcome(hash, operation)
      if (landing && at === 'ending') await endHere()
      return landing
    },
    ...(reclaim && {
      async reclaim(reclaimable) {
        if (at === 'sending') await endHere()
        const gone = await reclaim(reclaimable)
        if (at === 'sent' || gone.includes(true)) await endHere()
        return gone
      },
    }),
  }
}

async function endHere(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}
