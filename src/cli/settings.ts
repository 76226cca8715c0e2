import path from 'node:path'

import { chooseChains } from '#networks/chooseChains.ts'
import { devnetChains } from '#networks/devnet.ts'
import { mirrorChains } from '#networks/mirrorChains.ts'
import type { NetworkName } from '#networks/network.ts'
import type { Environment } from '#service/environment.ts'

/** How `npm start` runs. */
export type Settings = {
  network: NetworkName
  /** Numbers of the chains to start, comma-separated, in network order. */
  chains: string
  host: string
  /** 0: the system chooses. */
  port: number
  /** Folder of this network: networks share neither keys nor chains nor database. */
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
 * `NETWORK`, `PORT`, `HOST`, `DATA_DIR`, `DATABASE_URL` as in decisions.md; ours: `CHAINS` (numbers of
 * the chains to start), `DEVNET_PORTS` (their ports in network order), `ESTUARY_PRINT=json`.
 *
 * @throws Error that names the variable at fault.
 */
export function readSettings(environment: Environment): Settings {
  const network = networkOf(environment['NETWORK'] || 'devnet')
  const usual = usualPorts[network]
  const numbers = chooseChains(
    environment['CHAINS'],
    usual.map(({ number }) => number),
  )
  const dataDir = path.resolve(environment['DATA_DIR'] || '.estuary')
  return {
    network,
    chains: numbers.join(','),
    host: environment['HOST'] || '127.0.0.1',
    port: portOf('PORT', environment['PORT'] || '8080'),
    dataDir: network === 'devnet' ? dataDir : path.join(dataDir, network),
    chainPorts: chainPortsOf(
      environment['DEVNET_PORTS'],
      usual.filter(({ number }) => numbers.includes(number)),
    ),
    databaseUrl: environment['DATABASE_URL'] || undefined,
    isJson: environment['ESTUARY_PRINT'] === 'json',
  }
}

const usualPorts: Record<NetworkName, readonly { number: number; port: number }[]> = {
  devnet: devnetChains,
  mirror: mirrorChains,
}

function networkOf(name: string): NetworkName {
  if (name === 'devnet' || name === 'mirror') return name
  throw new Error(`NETWORK is "${name}"; npm start knows ${Object.keys(usualPorts).join(', ')}.`)
}

function chainPortsOf(
  text: string | undefined,
  chains: readonly { number: number; port: number }[],
): Record<number, number> {
  const given = text
    ? text.split(',').map((part) => portOf('DEVNET_PORTS', part.trim()))
    : undefined
  if (given && given.length !== chains.length)
    throw new Error(`DEVNET_PORTS names ${given.length} ports; there are ${chains.length} chains.`)
  return Object.fromEntries(
    chains.map(({ number, port }, index) => [number, given?.[index] ?? port]),
  )
}

function portOf(name: string, text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`${name} is not a port number.`)
}
