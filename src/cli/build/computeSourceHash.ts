import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * One hash over the contents of files and folders, so that what was built from them is known to be
 * fresh. Tests do not count.
 *
 * @param root - Folder the places are relative to.
 * @returns 16 hex characters.
 */
export function computeSourceHash(root: string, places: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of places.flatMap((place) => listFiles(path.join(root, place))).toSorted())
    hash.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** A file itself, or every file below a folder; nothing for what does not exist. */
function listFiles(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(place) ? [] : [place]
  return readdirSync(place).flatMap((name) => listFiles(path.join(place, name)))
}
