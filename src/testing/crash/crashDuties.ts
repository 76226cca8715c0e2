import process from 'node:process'

import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Storage } from '#service/storage/database.ts'
import { getSettlement } from '#service/executions/plan/executionPlan.ts'
import { createRentReclaimer } from '#service/executions/jobs/rentReclaimer.ts'
import type { TestServices } from '#testing/harness/composeServices.ts'
import { createTreasury } from '#service/executions/jobs/treasury.ts'

/** A periodic job that a worker process runs instead of executions, and where it kills itself. */
export type CrashDuty = {
  chainId: ChainId
  /** The treasury's cap in 1e-8 US dollars (decimal); absent: the job reclaims rent. */
  capUsd?: string
  /**
   * `sending`: before the stored transaction is sent. `sent`: after that, before anything is
   * recorded. `ending`: the chain shows its outcome, which is not recorded yet.
   */
  at: 'sending' | 'sent' | 'ending'
}

/** Runs a job on its chain in short intervals until the process kills itself. */
export function startDuty(
  duty: CrashDuty,
  { storage, network, services }: { storage: Storage; network: Network; services: TestServices },
): void {
  const { chainId, capUsd } = duty
  const chain = killAt(getSettlement(services.chains, chainId), duty)
  const options = {
    storage,
    chains: new Map([[chainId, chain]]),
    onError: (error: unknown) => process.stderr.write(`${String(error)}\n`),
    everyMs: 200,
  }
  if (capUsd === undefined) createRentReclaimer(options).start()
  else
    createTreasury({
      ...options,
      network,
      prices: services.service.prices,
      capUsd: BigInt(capUsd),
    }).start()
}

/** Wraps a chain so that it kills the process at the job's failpoint. */
function killAt(chain: SettlementChain, { at }: CrashDuty): SettlementChain {
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
      const outcome = await chain.readTransactionOutcome(hash, operation)
      if (outcome && at === 'ending') await endHere()
      return outcome
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
