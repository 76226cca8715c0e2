import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { isAlive } from '#devnet/processes.ts'

const home = path.resolve('.cache/runs')

/**
 * Folder of one run of the tests, for reports and traces: two runs in one project share nothing.
 * Processes of the run find it in `ESTUARY_RUN_FOLDER`.
 */
export const runFolder: string =
  process.env['ESTUARY_RUN_FOLDER'] ?? path.join(home, String(process.pid))

/** Deletes what runs left that are over. */
export function removeEndedRuns(): void {
  if (!existsSync(home)) return
  for (const name of readdirSync(home))
    if (!isAlive(Number(name))) rmSync(path.join(home, name), { recursive: true, force: true })
}
