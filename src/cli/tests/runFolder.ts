import path from 'node:path'

/** Folder for reports of the run that this process belongs to; of its own where there is none. */
export const runFolder: string =
  process.env['ESTUARY_RUN_FOLDER'] ?? path.resolve('.cache/runs', String(process.pid))
