import { existsSync, renameSync, rmSync } from 'node:fs'

/**
 * Puts a folder that was made under another name in its place, unless somebody else was first: theirs is the
 * same, and may be in use already.
 *
 * @throws What the file system says when neither can be had.
 */
export function keepFirst(unfinished: string, { folder }: { folder: string }): void {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
