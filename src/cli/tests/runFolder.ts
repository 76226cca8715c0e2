import path from 'node:path'

/** Folder for reports of the current run; a new one outside of a run. */
export const runFolder: string =
  process.env['ESTUARY_RUN_FOLDER'] ?? path.resolve('.cache/runs', String(process.pid))
