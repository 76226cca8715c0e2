import process from 'node:process'

import { startCrashHarness } from './crashHarness.ts'
import type { TestWorkerOrder } from './workerProcess.ts'

/** What a process of a test run is told, as JSON in `TEST_RUN`: a worker that it runs for long. */
export type TestRunOrder = TestWorkerOrder

const order: TestRunOrder = JSON.parse(process.env['TEST_RUN'] ?? '{}')
const lab = await startCrashHarness()
// Whoever started it ends it.
await lab.run(order, { endAfterMs: 3_600_000 })
await lab.stop()
