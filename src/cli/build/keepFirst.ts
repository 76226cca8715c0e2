import { existsSync, renameSync, rmSync } from 'node:fs'

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
