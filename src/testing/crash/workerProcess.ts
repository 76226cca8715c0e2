import process from 'node:process'

import type { Network } from '#networks/network.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { hangMs } from '#testing/hangMs.ts'
import type { Storage } from '#service/storage/database.ts'
import { createStorage } from '#service/storage/storage.ts'
import { getCrashKind, type CrashPoint } from './crash.ts'
import { type CrashDuty, startDuty } from './crashDuties.ts'
import { createHolder, type CrashStop } from './crashStops.ts'
import { composeServices, type TestKeys } from '#testing/harness/composeServices.ts'
import { getPassedName } from './solanaCrash.ts'

/** The order of a test's worker process, as JSON in `TEST_WORKER`. */
export type TestWorkerOrder = {
  network: Network
  databaseUrl: string
  keys: TestKeys
  /** Where it kills itself: the first time that all given fields match. */
  crashAt?: Pick<CrashPoint, 'failpoint'> & Partial<CrashPoint>
  /** Where it holds executions; it kills itself when it holds them all. */
  stops?: readonly CrashStop[]
  isUnattested?: boolean
  /** Accepts this quote instead of running a worker. */
  accept?: unknown
  /** Kills itself after writing all of that, before the commit. */
  isUncommitted?: boolean
  /** Runs this job instead of a worker. */
  duty?: CrashDuty
}

async function run(order: TestWorkerOrder): Promise<void> {
  const { network, databaseUrl, keys, crashAt, stops } = order
  const opened = await createStorage({ databaseUrl, connectMs: hangMs })
  const storage = order.isUncommitted === true ? killBeforeCommit(opened) : opened
  const services = composeServices(network, {
    storage,
    keys,
    onFailpoint: stops
      ? createHolder(storage, { stops, nameOf: getPassedName })
      : (failpoint, about, place) => {
          const isHere =
            crashAt?.failpoint === failpoint &&
            (crashAt.about ?? about) === about &&
            (crashAt.leg ?? place.leg) === place.leg &&
            (crashAt.kind ?? getCrashKind(place)) === getCrashKind(place)
          if (isHere) process.kill(process.pid, 'SIGKILL')
        },
  })
  if (order.duty) return startDuty(order.duty, { storage, network, services })
  if (order.isUnattested === true) return services.worker.start()
  if (order.accept === undefined) return services.start()
  await services.executions.accept(Quote.parse(order.accept), { receivedBody: order.accept })
  await storage.stop()
}

function killBeforeCommit(storage: Storage): Storage {
  return {
    ...storage,
    transaction: (work) =>
      storage.transaction(async (database) => {
        await work(database)
        process.kill(process.pid, 'SIGKILL')
        return new Promise(() => undefined)
      }),
  }
}

// A killed test run closes the pipe; this process must not survive it.
process.stdin.resume().on('close', () => process.kill(process.pid, 'SIGKILL'))

const order: TestWorkerOrder = JSON.parse(process.env['TEST_WORKER'] ?? '{}')
await run(order)
