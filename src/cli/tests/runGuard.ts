import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'

import { released } from './run.ts'
import { endProcesses } from './runProcesses.ts'

/**
 * A process beside a run of tests: when its input ends and the run has not said that it ended in order,
 * the run was killed, and what it started is ended here. Its input is the run's temporary folder.
 */
async function main(): Promise<void> {
  // Whoever ends the run ends it by itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const [temporary = '', last] = (await text(process.stdin)).split('\n')
  if (last === released || temporary === '') return
  await endProcesses(temporary, { graceMs: 1_000 })
  rmSync(temporary, { recursive: true, force: true })
}

await main()
