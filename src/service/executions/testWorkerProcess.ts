import process from 'node:process'

import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/caip.ts'
import { Quote } from '#protocol/quote.ts'
import { createStorage } from '../storage/storage.ts'
import { settlementOf } from './plan.ts'
import { crashKindOf, type CrashPoint } from './testCrash.ts'
import { composeDesk, type TestKeys } from './testDesk.ts'
import { createTreasury } from './treasury.ts'

/** What a worker process of a test is told, as JSON in `TEST_WORKER`. */
export type TestWorkerOrder = {
  network: Network
  databaseUrl: string
  keys: TestKeys
  /** Where it kills itself: the first time that all given fields hold. */
  crashAt: Pick<CrashPoint, 'boundary'> & Partial<CrashPoint>
  /** Executes this quote instead of working. */
  accept?: unknown
  /**
   * Keeps the solver's inventory of a chain below a cap (1e-8 US dollars, decimal) instead of
   * working, and kills itself where it would send what it has stored.
   */
  sweep?: { chainId: ChainId; capUsd: string }
}

/** A process of its own that works until it is killed: by itself at a boundary, or by the test. */
async function run(order: TestWorkerOrder): Promise<void> {
  const { network, databaseUrl, keys, crashAt } = order
  const storage = await createStorage({ databaseUrl })
  const desk = composeDesk(network, {
    storage,
    keys,
    onBoundary(boundary, about, place) {
      const isHere =
        crashAt.boundary === boundary &&
        (crashAt.about ?? about) === about &&
        (crashAt.leg ?? place.leg) === place.leg &&
        (crashAt.kind ?? crashKindOf(place)) === crashKindOf(place)
      if (isHere) process.kill(process.pid, 'SIGKILL')
    },
  })
  if (order.sweep) {
    const { chainId, capUsd } = order.sweep
    const chain = { ...settlementOf(desk.chains, chainId), broadcast: endHere }
    createTreasury({
      storage,
      network,
      chains: new Map([[chainId, chain]]),
      prices: desk.service.prices,
      capUsd: BigInt(capUsd),
      onError: (error) => process.stderr.write(`${String(error)}\n`),
      everyMs: 200,
    }).start()
    return undefined
  }
  if (order.accept === undefined) return desk.start()
  await desk.executions.accept(Quote.parse(order.accept), { receivedBody: order.accept })
  await storage.stop()
}

async function endHere(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

// A killed test run closes the pipe without a word: nothing must work on without it.
process.stdin.resume().on('close', () => process.kill(process.pid, 'SIGKILL'))

const order: TestWorkerOrder = JSON.parse(process.env['TEST_WORKER'] ?? '{}')
await run(order)
