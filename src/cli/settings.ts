import path from 'node:path'

import { devnetChains } from '#networks/devnet.ts'
import type { Environment } from '#service/environment.ts'

/** How `npm start` runs. */
export type Settings = {
  host: string
  /** 0: the system chooses. */
  port: number
  dataDir: string
  /** Port of each local chain by its number; 0: the system chooses. */
  chainPorts: Record<number, number>
  /** Absent: the embedded database. */
  databaseUrl: string | undefined
  /** Print what started as one line of JSON, for programs. */
  isJson: boolean
}

/**
 * Reads what concerns the start itself; the rest of the environment is the service's.
 *
 * `PORT`, `HOST`, `DATA_DIR`, `DATABASE_URL` as in decisions.md; ours: `DEVNET_PORTS` (three numbers,
 * comma-separated), `ESTUARY_PRINT=json`.
 *
 * @throws Error that names the variable at fault.
 */
export function readSettings(environment: Environment): Settings {
  return {
    host: environment['HOST'] || '127.0.0.1',
    port: portOf('PORT', environment['PORT'] || '8080'),
    dataDir: path.resolve(environment['DATA_DIR'] || '.estuary'),
    chainPorts: chainPortsOf(environment['DEVNET_PORTS']),
    databaseUrl: environment['DATABASE_URL'] || undefined,
    isJson: environment['ESTUARY_PRINT'] === 'json',
  }
}

function chainPortsOf(text: string | undefined): Record<number, number> {
  const given = text
    ? text.split(',').map((part) => portOf('DEVNET_PORTS', part.trim()))
    : undefined
  if (given && given.length !== devnetChains.length)
    throw new Error(`DEVNET_PORTS names ${given.length} ports; there are ${devnetChains.length}.`)
  return Object.fromEntries(
    devnetChains.map(({ number, port }, index) => [number, given?.[index] ?? port]),
  )
}

function portOf(name: string, text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`${name} is not a port number.`)
}
