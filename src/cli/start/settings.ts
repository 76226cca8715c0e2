import path from 'node:path'

import { type ChainName, chooseChains } from '#networks/chooseChains.ts'
import { devnetChains } from '#networks/devnet/devnet.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { mirrorChains, mirrorSolana } from '#networks/mirror/mirrorChains.ts'
import type { NetworkName } from '#networks/network.ts'
import type { Environment } from '#service/config/environment.ts'
import { refuseFixedVariables } from './fixedVariables.ts'

/** How `npm start` runs. */
export type Settings = {
  network: NetworkName
  /** Names of the chains to start, comma-separated, in network order. */
  chains: string
  host: string
  /** 0: the system chooses. */
  port: number
  /** Folder of this network: networks share neither keys nor chains nor database. */
  dataDir: string
  /** Port of each local chain by its name; 0: the system chooses. Solana takes the next one too. */
  chainPorts: Partial<Record<ChainName, number>>
  /** Time between two blocks of a local EVM chain; absent: as on the network. */
  blockMs: number | undefined
  /** Absent: the embedded database. */
  databaseUrl: string | undefined
  /** Print what started as one line of JSON, for programs. */
  isJson: boolean
}

/**
 * Reads what concerns the start itself; the rest of the environment is the service's.
 *
 * `NETWORK`, `PORT`, `HOST`, `DATA_DIR`, `DATABASE_URL` as in wire, "Extensions"; ours: `CHAINS` (names of
 * the chains to start), `DEVNET_PORTS` (their ports in network order), `DEVNET_BLOCK_MS` (time between
 * two blocks of an EVM chain), `ESTUARY_PRINT=json`.
 *
 * @throws Error that names the variable at fault, or what only a service by itself can be told.
 */
export function readSettings(environment: Environment): Settings {
  const network = parseNetwork(environment['NETWORK'] || 'devnet')
  const ports = defaultPorts[network]
  const names = chooseChains(environment['CHAINS'], [...ports.keys()])
  refuseFixedVariables(environment, { network, chains: names })
  const dataDir = path.resolve(environment['DATA_DIR'] || '.estuary')
  return {
    network,
    chains: names.join(','),
    host: environment['HOST'] || '127.0.0.1',
    port: parsePort('PORT', environment['PORT'] || '8080'),
    dataDir: network === 'devnet' ? dataDir : path.join(dataDir, network),
    chainPorts: parseChainPorts(
      environment['DEVNET_PORTS'],
      names.map((name) => ({ name, port: ports.get(name) ?? 0 })),
    ),
    blockMs: parseBlockMs(environment['DEVNET_BLOCK_MS'] || undefined),
    databaseUrl: environment['DATABASE_URL'] || undefined,
    isJson: environment['ESTUARY_PRINT'] === 'json',
  }
}

/** The ports of each network's chains, in network order. */
const defaultPorts: Record<NetworkName, ReadonlyMap<ChainName, number>> = {
  devnet: new Map([...getDefaultPorts(devnetChains), ['solana', devnetSolana.port]]),
  mirror: new Map([...getDefaultPorts(mirrorChains), ['solana', mirrorSolana.port]]),
}

function getDefaultPorts(
  chains: readonly { number: number; port: number }[],
): [ChainName, number][] {
  return chains.map(({ number, port }) => [number, port])
}

function parseNetwork(name: string): NetworkName {
  if (name === 'devnet' || name === 'mirror') return name
  throw new Error(`NETWORK is "${name}"; npm start knows ${Object.keys(defaultPorts).join(', ')}.`)
}

function parseChainPorts(
  text: string | undefined,
  chains: readonly { name: ChainName; port: number }[],
): Partial<Record<ChainName, number>> {
  const given = text
    ? text.split(',').map((part) => parsePort('DEVNET_PORTS', part.trim()))
    : undefined
  if (given && given.length !== chains.length)
    throw new Error(`DEVNET_PORTS names ${given.length} ports; there are ${chains.length} chains.`)
  return Object.fromEntries(chains.map(({ name, port }, index) => [name, given?.[index] ?? port]))
}

/** Between what nodes can keep up with and what a person would take for a chain that stands still. */
function parseBlockMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const blockMs = Number(text)
  if (/^\d+$/.test(text) && blockMs >= 100 && blockMs <= 60_000) return blockMs
  throw new Error(`DEVNET_BLOCK_MS is "${text}"; it takes milliseconds from 100 to 60000.`)
}

function parsePort(name: string, text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`${name} is not a port number.`)
}
