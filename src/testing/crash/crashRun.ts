import process from 'node:process'

import { startCrashHarness } from './crashHarness.ts'
import type { TestWorkerOrder } from './workerProcess.ts'

/** The order of a process that runs a long-lived worker, as JSON in `TEST_RUN`. */
export type TestRunOrder = TestWorkerOrder

const order: TestRunOrder = JSON.parse(process.env['TEST_RUN'] ?? '{}')
const crashHarness = await startCrashHarness()
// The test that started this process ends it.
await crashHarness.run(order, { endAfterMs: 3_600_000 })
await crashHarness.stop()
