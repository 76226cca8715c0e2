import path from 'node:path'

import { type ChainName, chooseChains } from '#networks/chooseChains.ts'
import { devnetChains } from '#networks/devnet/devnet.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { mirrorChains, mirrorSolana } from '#networks/mirror/mirrorChains.ts'
import type { NetworkName } from '#networks/network.ts'
import type { Environment } from '#service/config/environment.ts'
import { refuseFixedVariables } from './fixedVariables.ts'

/** Settings of `npm start`. */
export type Settings = {
  network: NetworkName
  /** Names of the chains to start, comma-separated, in network order. */
  chains: string
  host: string
  /** 0: the system chooses. */
  port: number
  /** Folder of this network; each network has its own keys, chains and database. */
  dataDir: string
  /** Port of each local chain by name; 0: the system chooses. Solana also uses the next port. */
  chainPorts: Partial<Record<ChainName, number>>
  /** Block time of local EVM chains; the network's if absent. */
  blockMs: number | undefined
  /** The embedded database is used if absent. */
  databaseUrl: string | undefined
  /** Print what started as one line of JSON, for programs. */
  isJson: boolean
}

/**
 * Reads the settings of the start itself; the service reads the rest of the environment.
 *
 * `NETWORK`, `PORT`, `HOST`, `DATA_DIR`, `DATABASE_URL` as in wire, "Extensions"; ours: `CHAINS` (names of
 * the chains to start), `DEVNET_PORTS` (their ports in network order), `DEVNET_BLOCK_MS` (time between
 * two blocks of an EVM chain), `ESTUARY_PRINT=json`.
 *
 * @throws Error that names an invalid variable, or one that only a standalone service accepts.
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

/** Default ports of each network's chains, in network order. */
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

/** Parses a block time, ms, within what nodes keep up with and what looks like a running chain. */
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
