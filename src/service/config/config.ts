import { setEnglishMessages } from '#protocol/http/setEnglishMessages.ts'
import { defaultNames } from '#protocol/accounts/account.ts'
import { type ChainId, getEvmChainNumber } from '#protocol/ids/caip.ts'
import { Names } from '#protocol/accounts/names.ts'
import type { SessionDefault } from '#protocol/accounts/sessionDefault.ts'
import { loadNetwork, type NetworkOptions } from '#networks/loadNetwork.ts'
import type { Network } from '#networks/network.ts'
import { withNames } from '#networks/withNames.ts'
import { type Keys, readKeys } from './configKeys.ts'
import type { SponsorLimits } from '../executions/sponsorship/checkSponsorship.ts'
import type { InFlightLimits } from '../executions/sponsorship/inFlight.ts'
import type { Role } from '../role.ts'
import { getSolanaKeyTexts } from './solanaKeyText.ts'
import { chainVariables, type Environment, parseVariables, variables } from './variables.ts'
import { isIPv6 } from 'node:net'

/** Validated configuration of a service process. Holds keys: never log it. */
export type Config = {
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
  /** Limits on sponsored gas not paid for, per day (UTC). */
  sponsorLimits: SponsorLimits
  /** Maximum gas of one sponsored operation. */
  maxOperationGas: bigint
  inFlightLimits: InFlightLimits
  /** Maximum inventory per chain, 1e-8 US dollars: the most a stolen solver key could take. */
  inventoryCapUsd: bigint
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

/** The deployment's project at WalletConnect, and the relay that the dashboard uses for it. */
export type WalletConnect = { projectId: string; relayUrl: string }

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
  const { values, faults, wrong } = parseVariables(environment, variables)
  if (!values || wrong.has('NETWORK') || wrong.has('DEPLOYMENT')) throw toConfigError(faults)
  const network = load(values.NETWORK, { chains: values.CHAINS, deployment: values.DEPLOYMENT })
  const roles: ReadonlySet<Role> = new Set(wrong.has('ROLES') ? [] : values.ROLES)
  const apiKey = roles.has('api')
    ? (values.API_KEY ?? (network.hasPublishedKeys ? devnetApiKey : undefined))
    : undefined
  const { keys, faults: keyFaults } = readKeys(environment, { network, roles })
  const names = readNames(values)
  const { addresses, faults: addressFaults } = readAddresses(environment, network)
  const all = [
    ...faults,
    ...addressFaults,
    ...(roles.has('api') && !network.hasPublishedKeys ? findApiKeyFaults(apiKey) : []),
    ...keyFaults,
    ...names.faults,
    ...findDependentFaults(values, { roles, network }),
  ]
  if (all.length > 0) throw toConfigError(all)
  const { MAX_IN_FLIGHT_USD, INVENTORY_CAP_USD } = values
  const { quoteSeconds } = network.deadlines
  return {
    network: {
      ...withNames(network, names.names),
      deadlines: {
        ...network.deadlines,
        quoteSeconds: values.QUOTE_VALIDITY_SECONDS ?? quoteSeconds,
      },
      roles: {
        ...network.roles,
        feeReceiver: values.FEE_RECEIVER ?? network.roles.feeReceiver,
      },
    },
    roles,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL,
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    dashboardFolder: values.DASHBOARD_DIR,
    apiKey,
    isPublishedApiKey: apiKey === devnetApiKey,
    corsOrigins: values.CORS_ORIGINS,
    trustedProxies: values.TRUSTED_PROXIES,
    ...addresses,
    walletConnect:
      values.WALLETCONNECT_PROJECT_ID === undefined
        ? undefined
        : {
            projectId: values.WALLETCONNECT_PROJECT_ID,
            relayUrl: values.WALLETCONNECT_RELAY_URL ?? publicRelay,
          },
    hasMobileWallets: values.SOLANA_MOBILE_WALLETS === '1',
    keys,
    fees: {
      appFeeBps: values.APP_FEE_BPS,
      solverSpreadBps: values.SOLVER_SPREAD_BPS,
      gasMarkupBps: values.GAS_MARKUP_BPS,
      doubtPercent: values.PRICE_DOUBT_PERCENT,
    },
    sessionDefault: values.SESSION_POLICY,
    sponsorLimits: {
      accountUsd: values.SPONSOR_ACCOUNT_DAILY_USD,
      newAccountUsd: values.SPONSOR_NEW_ACCOUNT_DAILY_USD,
      keyUsd: values.SPONSOR_KEY_DAILY_USD,
      visitorUsd: values.SPONSOR_VISITOR_DAILY_USD,
      totalUsd: values.SPONSOR_DAILY_USD,
    },
    maxOperationGas: values.MAX_OPERATION_GAS,
    inFlightLimits: toShares(
      MAX_IN_FLIGHT_USD ?? (network.isDevnet ? 50_000_000n : 100_000n) * dollar,
      values,
    ),
    inventoryCapUsd: INVENTORY_CAP_USD ?? (network.isDevnet ? 100_000_000n : 100_000n) * dollar,
    maxWaitMs: values.QUOTE_WAIT_MS,
    logLevel: values.LOG_LEVEL,
    monitoring:
      values.METRICS_PORT === undefined
        ? undefined
        : {
            host: values.METRICS_HOST ?? '127.0.0.1',
            port: values.METRICS_PORT,
          },
    recordAnswersTo: values.RECORD_ANSWERS,
  }
}

/** The relay that WalletConnect runs. */
const publicRelay = 'wss://relay.walletconnect.org'
/** A US dollar in 1e-8 dollars. */
const dollar = 10n ** 8n
/** Fewest characters of an API key that is no secret of the devnet. */
const minKeyLength = 16
/** The devnet's published API key. */
const devnetApiKey = 'estuary-devnet'

type Values = NonNullable<ReturnType<typeof parseVariables<typeof variables>>['values']>

function toConfigError(faults: readonly string[]): ConfigError {
  return new ConfigError(faults.join('\n'))
}

function findApiKeyFaults(key: string | undefined): string[] {
  if (key === undefined) return ['API_KEY is missing in the environment.']
  if (key === devnetApiKey)
    return ['API_KEY is the published key of the devnet; off a devnet it is refused.']
  return key.length < minKeyLength
    ? [`API_KEY has fewer than ${minKeyLength} characters, so that it could be guessed.`]
    : []
}

/** Faults of variables that depend on others. */
function findDependentFaults(
  values: Values,
  { roles, network }: { roles: ReadonlySet<Role>; network: Network },
): string[] {
  const { METRICS_HOST, METRICS_PORT, WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL } = values
  return [
    ...(METRICS_HOST !== undefined && METRICS_PORT === undefined
      ? ['METRICS_HOST does nothing without METRICS_PORT.']
      : []),
    ...(WALLETCONNECT_RELAY_URL !== undefined && WALLETCONNECT_PROJECT_ID === undefined
      ? ['WALLETCONNECT_RELAY_URL does nothing without WALLETCONNECT_PROJECT_ID.']
      : []),
    // Clients are told the public URL before the server listens, so the port must be known.
    ...(values.PORT === 0 && roles.has('api') ? ['PORT is 0: name one from 1 to 65535.'] : []),
    ...(values.RECORD_ANSWERS !== undefined && !network.isDevnet
      ? ['RECORD_ANSWERS is for tests on a devnet only.']
      : []),
  ]
}

/** Returns the name of a chain's variable, such as `RPC_URL_1` or `RPC_URL_SOLANA`. */
export function toChainVariable(
  kind: 'RPC_URL' | 'PUBLIC_RPC_URL' | 'EXPLORER_URL',
  chainId: ChainId,
): string {
  return `${kind}_${getEvmChainNumber(chainId) ?? 'SOLANA'}`
}

type Addresses = Pick<Config, 'rpcUrls' | 'quorumRpcUrls' | 'publicRpcUrls' | 'explorerUrls'>

/**
 * Reads the addresses of the chains. RPC URLs of one host count as one provider; outside a devnet two
 * are required. Source: security rule 9.
 */
function readAddresses(
  environment: Environment,
  { chains, isDevnet }: Network,
): { addresses: Addresses; faults: string[] } {
  const read = chains.map(({ chainId, rpcUrl, explorerUrl }) => {
    const chain = String(getEvmChainNumber(chainId) ?? 'SOLANA')
    const { values, faults } = parseVariables(environment, chainVariables, chain)
    const name = toChainVariable('RPC_URL', chainId)
    const given = values?.['RPC_URL_<n>'] ?? (isDevnet ? [rpcUrl] : [])
    const explorer = values?.['EXPLORER_URL_<n>'] ?? explorerUrl
    const known = faults.some((fault) => fault.startsWith(`${name} `))
    return {
      chainId,
      given,
      published: values?.['PUBLIC_RPC_URL_<n>'],
      explorer: explorer?.replace(/\/$/, ''),
      faults: [...faults, ...(known ? [] : findProviderFaults(name, given, isDevnet))],
    }
  })
  function byChain<Value>(pick: (one: (typeof read)[number]) => Value | undefined) {
    return Object.fromEntries(
      read.flatMap((one) => {
        const value = pick(one)
        return value === undefined ? [] : [[one.chainId, value] as const]
      }),
    )
  }
  return {
    addresses: {
      rpcUrls: byChain(({ given: [first] }) => first),
      quorumRpcUrls: byChain(({ given: [, ...others] }) => others),
      publicRpcUrls: byChain(({ published }) => published),
      explorerUrls: byChain(({ explorer }) => explorer),
    },
    faults: read.flatMap((one) => one.faults),
  }
}

function findProviderFaults(name: string, urls: readonly string[], isDevnet: boolean): string[] {
  if (urls.length === 0) return [`${name} is missing in the environment.`]
  const hosts = new Set(urls.map((url) => new URL(url).host))
  if (hosts.size < urls.length)
    return [`${name} names one host twice: two providers must be independent.`]
  return isDevnet || urls.length > 1
    ? []
    : [`${name} names one provider: off a devnet two are needed, separated by a comma.`]
}

function readNames(values: Values): { names: Names; faults: string[] } {
  const { data, error } = Names.safeParse({
    aggregatedPrefix: values.AGGREGATED_PREFIX,
    accountTypes: {
      roleBased: values.ACCOUNT_TYPE_ROLE_BASED,
      basic: values.ACCOUNT_TYPE_BASIC,
      eip7702: values.ACCOUNT_TYPE_EIP7702,
      solana: values.ACCOUNT_TYPE_SOLANA,
    },
  })
  const faults = (error?.issues ?? []).map(({ path, message }) => {
    return `${path[0] === 'accountTypes' ? 'ACCOUNT_TYPE_*' : 'AGGREGATED_PREFIX'}: ${message}`
  })
  return { names: data ?? defaultNames, faults }
}

/** Returns the total value in flight, and the share that one account, key or visitor may use. */
function toShares(totalUsd: bigint, values: Values): InFlightLimits {
  function share(percent: number): bigint {
    return (totalUsd * BigInt(percent)) / 100n
  }
  return {
    totalUsd,
    accountUsd: share(values.IN_FLIGHT_ACCOUNT_PERCENT),
    newAccountUsd: share(values.IN_FLIGHT_NEW_ACCOUNT_PERCENT),
    keyUsd: share(values.IN_FLIGHT_KEY_PERCENT),
    visitorUsd: share(values.IN_FLIGHT_VISITOR_PERCENT),
  }
}

/** Returns texts that must not be logged: keys, and URLs that may contain a provider's key. */
export function getSecrets(config: Config): string[] {
  const { keys, apiKey, databaseUrl, rpcUrls, quorumRpcUrls, publicRpcUrls } = config
  const published: string[] = Object.values(publicRpcUrls)
  const providers = [...Object.values(rpcUrls), ...Object.values(quorumRpcUrls).flat()]
  const privateUrls = providers.filter((url) => !published.includes(url))
  const { solana = {}, ...evmKeys } = keys
  const solanaTexts = Object.values(solana).flatMap((seed) => (seed ? getSolanaKeyTexts(seed) : []))
  const values = [
    ...Object.values(evmKeys).flat(),
    ...solanaTexts,
    apiKey,
    databaseUrl,
    ...privateUrls,
  ]
  return values.filter((value) => value !== undefined)
}

/** Returns a host as written in a URL: IPv6 addresses in brackets. */
export function toUrlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}
