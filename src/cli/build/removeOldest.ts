import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

/** Deletes all but the newest builds in a folder. */
export function removeOldest(folder: string, options: { keep: number }): void {
  const entries = readdirSync(folder).map((name) => {
    const place = path.join(folder, name)
    return { place, changedMs: statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
  })
  for (const { place } of entries.toSorted((a, b) => b.changedMs - a.changedMs).slice(options.keep))
    rmSync(place, { recursive: true, force: true })
}
