import path from 'node:path'
import { type ChainName, chooseChains } from '#networks/chooseChains.ts'
import { devnetChains } from '#networks/devnet/devnet.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { mirrorChains, mirrorSolana } from '#networks/mirror/mirrorChains.ts'
import type { NetworkName } from '#networks/network.ts'
import {
  type Environment,
  findRefused,
  parseVariables,
  refusedByStart,
  variables,
} from '#service/config/variables.ts'
import type { AllowedPages } from '#devnet/node/pageGuard.ts'

/** Settings of `npm start`. */
export type Settings = {
  network: NetworkName
  /** Names of the chains to start, comma-separated, in network order. */
  chains: string
  host: string
  /** 0: the system chooses. */
  port: number
  /** The address at which people reach the service; the listening one if absent. */
  publicUrl: string | undefined
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
 * Reads the settings of the start itself; the service reads the rest of the environment. `ESTUARY_PRINT=json`
 * is ours.
 *
 * @throws Error that names every invalid variable, or those that only a standalone service accepts.
 */
export function readSettings(environment: Environment): Settings {
  const { values, faults } = parseVariables(environment, variables)
  if (!values || faults.length > 0) throw new Error(faults.join('\n'))
  const network = values.NETWORK
  const ports = defaultPorts[network]
  const names = chooseChains(values.CHAINS, [...ports.keys()])
  refuseVariables(environment, { network, chains: names })
  return {
    network,
    chains: names.join(','),
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    dataDir: network === 'devnet' ? values.DATA_DIR : path.join(values.DATA_DIR, network),
    chainPorts: toChainPorts(
      values.DEVNET_PORTS,
      names.map((name) => ({ name, port: ports.get(name) ?? 0 })),
    ),
    blockMs: values.DEVNET_BLOCK_MS,
    databaseUrl: values.DATABASE_URL,
    isJson: values.ESTUARY_PRINT === 'json',
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

/** Rejects variables that `npm start` would otherwise ignore silently. */
function refuseVariables(
  environment: Environment,
  { network, chains }: { network: NetworkName; chains: readonly ChainName[] },
): void {
  const faults = [
    ...findRefused(
      environment,
      network === 'devnet' ? { ...refusedByStart, ...refusedOnDevnet } : refusedByStart,
    ),
    // Public RPC URLs may be set only for chains that are started.
    ...Object.keys(environment).flatMap((name) => {
      const [, of] = /^PUBLIC_RPC_URL_(.+)$/.exec(name) ?? []
      const isStarted = chains.some((chain) => String(chain).toUpperCase() === of)
      return of === undefined || isStarted || !environment[name]
        ? []
        : [`${name}: this chain is not started.`]
    }),
  ]
  if (faults.length > 0)
    throw new Error(
      `npm start cannot honour what is set here; unset it, or run the service by itself:\n${faults.join('\n')}`,
    )
}

/** The addresses of the devnet are compiled into the dashboard. */
const refusedOnDevnet = {
  FEE_RECEIVER:
    'the dashboard has the receiver of the devnet compiled in and signs for no other; NETWORK=mirror takes one',
}

function toChainPorts(
  given: readonly number[] | undefined,
  chains: readonly { name: ChainName; port: number }[],
): Partial<Record<ChainName, number>> {
  if (given && given.length !== chains.length)
    throw new Error(`DEVNET_PORTS names ${given.length} ports; there are ${chains.length} chains.`)
  return Object.fromEntries(chains.map(({ name, port }, index) => [name, given?.[index] ?? port]))
}

/**
 * Returns the origins whose pages may call the local nodes: the dashboard's, and those in `CORS_ORIGINS`.
 * A host in `PUBLIC_RPC_URL_<n>` is a proxy in front of a node.
 */
export function getAllowedPages(
  environment: Environment,
  { host, port }: { host: string; port: number },
): AllowedPages {
  const own = [host, '127.0.0.1', 'localhost', '[::1]'].map((name) => `http://${name}:${port}`)
  const named = [environment['PUBLIC_URL'], ...(environment['CORS_ORIGINS'] ?? '').split(',')]
  const publicRpcUrls = Object.entries(environment).flatMap(([name, value]) =>
    name.startsWith('PUBLIC_RPC_URL_') ? [value] : [],
  )
  return {
    origins: [...new Set([...own, ...named].flatMap((url) => parseUrl(url)?.origin ?? []))],
    hosts: publicRpcUrls.flatMap((url) => parseUrl(url)?.hostname ?? []),
  }
}

function parseUrl(text: string | undefined): URL | undefined {
  const trimmed = text?.trim() ?? ''
  return URL.canParse(trimmed) ? new URL(trimmed) : undefined
}
