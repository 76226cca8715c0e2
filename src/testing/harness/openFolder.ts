import { chmod, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Creates an empty folder that every user may enter: PostgreSQL may run as another user. */
export async function openFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'estuary-start-')))
  await chmod(folder, 0o755)
  return folder
}
