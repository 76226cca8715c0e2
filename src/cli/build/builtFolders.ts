import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/**
 * Hashes the contents of files and folders, to tell whether a build is up to date. Ignores tests.
 *
 * @param root - Folder the paths are relative to.
 * @returns 16 hex characters.
 */
export function computeSourceHash(root: string, places: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of places.flatMap((place) => listFiles(path.join(root, place))).toSorted())
    hash.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** A file, or every file below a folder; empty when it does not exist. */
function listFiles(place: string): string[] {
  const found = statSync(place, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return /\.test\.tsx?$/.test(place) ? [] : [place]
  return readdirSync(place).flatMap((name) => listFiles(path.join(place, name)))
}

/**
 * Moves a folder into place, unless another process did so first: its folder has the same contents and
 * may be in use already.
 *
 * @throws The file system's error when neither folder is available.
 */
export function keepFirst(unfinished: string, { folder }: { folder: string }): void {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Deletes all but the newest builds in a folder. */
export function removeOldest(folder: string, options: { keep: number }): void {
  const entries = readdirSync(folder).map((name) => {
    const place = path.join(folder, name)
    return { place, changedMs: statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
  })
  for (const { place } of entries.toSorted((a, b) => b.changedMs - a.changedMs).slice(options.keep))
    rmSync(place, { recursive: true, force: true })
}
