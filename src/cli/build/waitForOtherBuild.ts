import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { isAlive } from '#devnet/node/processes.ts'

/** Longest wait for a build, ms: its process id may belong to another process by then. */
const maxBuildMs = 120_000

/**
 * Waits until the folder exists, or no other process is building it any more, so that several starts at
 * once do the work of one. A process that builds `folder` does so in `<folder>.<its pid>`.
 *
 * @throws AbortError when the signal is aborted.
 */
export async function waitForOtherBuild(folder: string, signal: AbortSignal): Promise<void> {
  while (!existsSync(folder) && isBeingBuilt(folder)) await wait(100, undefined, { signal })
}

function isBeingBuilt(folder: string): boolean {
  const home = path.dirname(folder)
  if (!existsSync(home)) return false
  const prefix = `${path.basename(folder)}.`
  return readdirSync(home)
    .filter((name) => name.startsWith(prefix) && isAlive(Number(name.slice(prefix.length))))
    .some((name) => {
      const begun = statSync(path.join(home, name), { throwIfNoEntry: false })
      return begun !== undefined && Date.now() - begun.mtimeMs < maxBuildMs
    })
}
