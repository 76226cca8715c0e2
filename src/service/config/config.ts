import { setEnglishMessages } from '#protocol/http/setEnglishMessages.ts'
import { readFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import path from 'node:path'

import { defaultAccountTypes, defaultNames } from '#protocol/accounts/account.ts'
import { type ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { Names } from '#protocol/accounts/names.ts'
import { SessionDefault } from '#protocol/accounts/sessionDefault.ts'
import { loadNetwork, type NetworkOptions } from '#networks/loadNetwork.ts'
import type { Network } from '#networks/network.ts'
import { withNames } from '#networks/withNames.ts'
import { type Keys, readKeys } from './configKeys.ts'
import { type Limits, readLimits } from './configLimits.ts'
import { toChainVariable, readProviders } from './configProviders.ts'
import { type Environment, createEnvironmentReader } from './environment.ts'
import type { Role } from '../role.ts'
import { getSolanaKeyTexts } from './solanaKeyText.ts'
import { readWalletConnect, type WalletConnect } from './walletConnect.ts'

/** Validated configuration of a service process. Holds keys: never log it. */
export type Config = Limits & {
  /** With the deployment's names, deadlines and fee receiver applied. */
  network: Network
  roles: ReadonlySet<Role>
  host: string
  port: number
  /** The listening address when absent. */
  publicUrl: string | undefined
  databaseUrl: string | undefined
  dataDir: string
  /** No pages are served when absent. */
  dashboardFolder: string | undefined
  apiKey: string | undefined
  /** Whether `apiKey` is the devnet's published key. */
  isPublishedApiKey: boolean
  corsOrigins: readonly string[]
  trustedProxies: readonly string[]
  /** RPC URLs for this process; may contain a provider's key. */
  rpcUrls: Readonly<Record<ChainId, string>>
  /** Independent providers of the same chains, which must agree before value moves. */
  quorumRpcUrls: Readonly<Record<ChainId, readonly string[]>>
  /** RPC URLs for browsers. */
  publicRpcUrls: Readonly<Record<ChainId, string>>
  /** Where wallets on phones are reached; browsers connect to no other host when absent. */
  walletConnect: WalletConnect | undefined
  /** Whether the dashboard may ask wallet apps on the phone it runs on (Mobile Wallet Adapter). */
  hasMobileWallets: boolean
  /** Block explorers without trailing slash; by default those of the network. */
  explorerUrls: Readonly<Record<ChainId, string>>
  keys: Keys
  fees: Fees
  /** Default policy of session keys for which the admin has set none. */
  sessionDefault: SessionDefault
  /** Maximum time for a queued quote, milliseconds. */
  maxWaitMs: number
  logLevel: string
  /** Listening address of metrics and health checks; no separate port when absent. */
  monitoring: { host: string; port: number } | undefined
  /** Tests only: file to which every response is appended. */
  recordAnswersTo: string | undefined
}

/** Charges of quotes in basis points; for `doubtPercent` see `QuoteRates`. */
export type Fees = {
  appFeeBps: number
  solverSpreadBps: number
  gasMarkupBps: number
  doubtPercent: number
}

/** An invalid configuration; one sentence per error, none contains the value of a key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the configuration from the environment. Outside a devnet, keys must not be missing,
 * published or duplicate.
 *
 * @param environment - Such as `process.env`.
 * @param load - Loads the network named by NETWORK; replaceable in tests.
 * @throws ConfigError that lists every invalid variable.
 * Source: wire, "Extensions and where things listen"; security rule 11.
 */
export function readConfig(
  environment: Environment,
  load: (name: string, options: NetworkOptions) => Network = loadNetwork,
): Config {
  setEnglishMessages()
  const read = createEnvironmentReader(environment)
  const network = load(read.text('NETWORK', 'devnet'), {
    chains: read.optional('CHAINS'),
    deployment: readDeployment(read),
  })
  const roles = new Set(
    read.list('ROLES', 'api,worker').flatMap((name) => readRoles(name, read.fault)),
  )
  const { rpcUrls, quorumRpcUrls } = readProviders(read, network)
  const apiKey = readApiKey(read, { network, roles })
  const config: Config = {
    network: adjustNetwork(network, read),
    roles,
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', { fallback: 8080, max: 65_535 }),
    publicUrl: read.optionalUrl('PUBLIC_URL'),
    databaseUrl: read.optional('DATABASE_URL'),
    dataDir: path.resolve(read.text('DATA_DIR', '.estuary')),
    dashboardFolder: read.optional('DASHBOARD_DIR'),
    apiKey,
    isPublishedApiKey: apiKey === devnetApiKey,
    corsOrigins: read.list('CORS_ORIGINS', ''),
    trustedProxies: readProxies(read),
    rpcUrls,
    quorumRpcUrls,
    publicRpcUrls: Object.fromEntries(
      network.chains.flatMap(({ chainId }) => {
        const url = read.optionalUrl(toChainVariable('PUBLIC_RPC_URL', chainId))
        return url === undefined ? [] : [[chainId, url] as const]
      }),
    ),
    explorerUrls: Object.fromEntries(
      network.chains.flatMap(({ chainId, explorerUrl }) => {
        const url = read.optionalUrl(toChainVariable('EXPLORER_URL', chainId)) ?? explorerUrl
        return url === undefined ? [] : [[chainId, url.replace(/\/$/, '')] as const]
      }),
    ),
    walletConnect: readWalletConnect(read),
    hasMobileWallets: readSwitch(read, 'SOLANA_MOBILE_WALLETS'),
    keys: readKeys(read, { network, roles }),
    fees: readFees(read),
    sessionDefault: readSessionDefault(read),
    ...readLimits(read, network),
    maxWaitMs: read.integer('QUOTE_WAIT_MS', { fallback: 1_000, max: 600_000 }),
    logLevel: readLogLevel(read),
    monitoring: readMonitoring(read),
    recordAnswersTo: read.optional('RECORD_ANSWERS'),
  }
  // Clients are told the public URL before the server listens, so the port must be known.
  if (config.port === 0 && roles.has('api')) read.fault('PORT is 0: name one from 1 to 65535.')
  if (config.recordAnswersTo !== undefined && !network.isDevnet)
    read.fault('RECORD_ANSWERS is for tests on a devnet only.')
  if (read.faults.length > 0) throw new ConfigError(read.faults.join('\n'))
  return config
}

/** Reads what `DEPLOYMENT` holds, or the file that it names. */
function readDeployment(read: EnvironmentReader): string | undefined {
  const text = read.optional('DEPLOYMENT')
  if (text === undefined || text.trimStart().startsWith('{')) return text
  try {
    return readFileSync(text, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`DEPLOYMENT is neither JSON nor a file that can be read (${reason}).`)
  }
}

function readFees(read: EnvironmentReader): Fees {
  return {
    appFeeBps: read.integer('APP_FEE_BPS', { fallback: 0, max: 1000 }),
    solverSpreadBps: read.integer('SOLVER_SPREAD_BPS', { fallback: 5, max: 1000 }),
    gasMarkupBps: read.integer('GAS_MARKUP_BPS', { fallback: 1000, max: 100_000 }),
    doubtPercent: read.integer('PRICE_DOUBT_PERCENT', { fallback: 100, max: 1000 }),
  }
}

function readMonitoring(read: EnvironmentReader): Config['monitoring'] {
  const host = read.text('METRICS_HOST', '127.0.0.1')
  if (read.optional('METRICS_PORT') === undefined) {
    if (read.optional('METRICS_HOST') !== undefined)
      read.fault('METRICS_HOST does nothing without METRICS_PORT.')
    return undefined
  }
  return { host, port: read.integer('METRICS_PORT', { fallback: 0, max: 65_535 }) }
}

/** Returns texts that must not be logged: keys, and URLs that may contain a provider's key. */
export function getSecrets(config: Config): string[] {
  const { keys, apiKey, databaseUrl, rpcUrls, quorumRpcUrls, publicRpcUrls } = config
  const published: string[] = Object.values(publicRpcUrls)
  const providers = [...Object.values(rpcUrls), ...Object.values(quorumRpcUrls).flat()]
  const privateUrls = providers.filter((url) => !published.includes(url))
  const { solana = {}, ...evmKeys } = keys
  const solanaTexts = Object.values(solana).flatMap(getSolanaKeyTexts)
  const values = [
    ...Object.values(evmKeys).flat(),
    ...solanaTexts,
    apiKey,
    databaseUrl,
    ...privateUrls,
  ]
  return values.filter((value) => value !== undefined)
}

function readSessionDefault(read: EnvironmentReader): SessionDefault {
  const text = read.text('SESSION_POLICY', 'open')
  const parsed = SessionDefault.safeParse(text)
  if (!parsed.success) read.fault(`SESSION_POLICY is "${text}"; open or own-accounts is expected.`)
  return parsed.data ?? 'own-accounts'
}

type EnvironmentReader = ReturnType<typeof createEnvironmentReader>

function readRoles(name: string, fault: EnvironmentReader['fault']): Role[] {
  if (name === 'api' || name === 'worker' || name === 'attestor') return [name]
  fault(`ROLES names "${name}"; roles are api, worker and attestor.`)
  return []
}

/** Fewest characters of an API key that is no secret of the devnet. */
const minKeyLength = 16

/** The devnet's published API key. */
const devnetApiKey = 'estuary-devnet'

function readApiKey(
  read: EnvironmentReader,
  { network, roles }: { network: Network; roles: ReadonlySet<Role> },
): string | undefined {
  if (!roles.has('api')) return undefined
  const key = network.hasPublishedKeys
    ? read.text('API_KEY', devnetApiKey)
    : read.required('API_KEY')
  if (!network.hasPublishedKeys && key === devnetApiKey)
    read.fault('API_KEY is the published key of the devnet; off a devnet it is refused.')
  if (!network.hasPublishedKeys && key !== '' && key.length < minKeyLength)
    read.fault(`API_KEY has fewer than ${minKeyLength} characters, so that it could be guessed.`)
  return key
}

function readLogLevel(read: EnvironmentReader): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  const level = read.text('LOG_LEVEL', 'info')
  if (!levels.includes(level)) read.fault(`LOG_LEVEL is none of ${levels.join(', ')}.`)
  return level
}

/** Parses addresses and CIDR ranges. Very large ranges are refused: proxies name the client. */
function readProxies(read: EnvironmentReader): string[] {
  const proxies = read.list('TRUSTED_PROXIES', '')
  for (const proxy of proxies) {
    const [address = '', bits, ...more] = proxy.split('/')
    const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0
    const isRange = bits === undefined || (/^\d+$/.test(bits) && +bits >= 8 && +bits <= most)
    if (most === 0 || !isRange || more.length > 0)
      read.fault('TRUSTED_PROXIES names something that is neither an address nor a network.')
  }
  return proxies
}

/** Reads a variable that is `1` or unset. */
function readSwitch(read: EnvironmentReader, name: string): boolean {
  const text = read.optional(name)
  if (text !== undefined && text !== '1') read.fault(`${name} is neither 1 nor unset.`)
  return text === '1'
}

/** Applies what a deployment may configure: names, quote validity and fee receiver. */
function adjustNetwork(network: Network, read: EnvironmentReader): Network {
  const feeReceiver = EvmAddress.safeParse(read.text('FEE_RECEIVER', network.roles.feeReceiver))
  if (!feeReceiver.success) read.fault('FEE_RECEIVER is not an EVM address.')
  const quoteSeconds = read.integer('QUOTE_VALIDITY_SECONDS', {
    fallback: network.deadlines.quoteSeconds,
    max: network.deadlines.depositSeconds,
  })
  return {
    ...withNames(network, readNames(read)),
    deadlines: { ...network.deadlines, quoteSeconds },
    roles: { ...network.roles, feeReceiver: feeReceiver.data ?? network.roles.feeReceiver },
  }
}

function readNames(read: EnvironmentReader): Names {
  const { roleBased, basic, eip7702, solana } = defaultAccountTypes
  const parsed = Names.safeParse({
    aggregatedPrefix: read.text('AGGREGATED_PREFIX', defaultNames.aggregatedPrefix),
    accountTypes: {
      roleBased: read.text('ACCOUNT_TYPE_ROLE_BASED', roleBased),
      basic: read.text('ACCOUNT_TYPE_BASIC', basic),
      eip7702: read.text('ACCOUNT_TYPE_EIP7702', eip7702),
      solana: read.text('ACCOUNT_TYPE_SOLANA', solana),
    },
  })
  for (const { path, message } of parsed.error?.issues ?? [])
    read.fault(`${path[0] === 'accountTypes' ? 'ACCOUNT_TYPE_*' : 'AGGREGATED_PREFIX'}: ${message}`)
  return parsed.data ?? defaultNames
}
