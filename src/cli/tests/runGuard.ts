import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'

import { released } from './run.ts'
import { endProcesses } from './runProcesses.ts'

/**
 * Guards a test run from a separate process: if its stdin closes without the final message, the run was
 * killed, and the guard stops what it started. The first line of stdin is the run's temporary folder.
 */
async function main(): Promise<void> {
  // The signals of a run's end are for the run itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  const [temporary = '', last] = (await text(process.stdin)).split('\n')
  if (last === released || temporary === '') return
  await endProcesses(temporary, { graceMs: 1_000 })
  rmSync(temporary, { recursive: true, force: true })
}

await main()
