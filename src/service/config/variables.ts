import { readFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import path from 'node:path'

import { z } from 'zod'

import { defaultAccountTypes, defaultNames } from '#protocol/accounts/account.ts'
import { EvmAddress } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { getKeyAddress } from '#chains/evm/settlement/evmKeys.ts'
import { defaultMaxOperationGas } from '../quotes/pricing/rates.ts'
import { roleNames } from '../role.ts'
import { parseSolanaKey } from './solanaKeyText.ts'

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The text of a variable; what a schema says of a wrong one goes on from the variable's name. */
export const text = z.string('is missing in the environment.')

/** A whole number from `min` to `max`. */
export function whole(max: number, min = 0) {
  return text
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `is not a whole number from ${min} to ${max}.`,
    )
    .transform(Number)
}

/** An amount in wei or other smallest units. */
export const units = text
  .regex(/^\d{1,30}$/, 'is not a whole number of at most 30 digits.')
  .transform(BigInt)

/** An address that begins with http:// or https://. */
export const httpUrl = text.refine((value) => hasProtocol(value, /^https?:$/), {
  error: 'is not an http address.',
})

/** Comma-separated items; empty ones are dropped. */
export function list<Item extends z.ZodType<unknown, string>>(item: Item) {
  return text
    .transform((value) => value.split(',').map((one) => one.trim()))
    .transform((items) => items.filter((one) => one !== ''))
    .pipe(z.array(item))
}

/** What `parse` makes of a text; undefined is an error. Errors never hold the text: it may be a key. */
export function parsed<Value>(parse: (value: string) => Value | undefined, error: string) {
  return text.transform((value, context): Value => {
    const result = parse(value)
    if (result !== undefined) return result
    context.addIssue(error)
    return z.NEVER
  })
}

/** One of a few words. */
function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, {
    error: ({ input }) => `is "${String(input)}"; ${words.join(' or ')} is expected.`,
  })
}

/** A Solana key, as its seed. */
export const solanaKey = parsed(
  parseSolanaKey,
  'is not a Solana key: base58 or a JSON array of 32 or 64 bytes.',
)

const hash = parsed((value) => Hash.safeParse(value).data, 'is not a key: 32 bytes as hex.')
const evmKey = hash.refine(isEvmKey, 'is not a key: 32 bytes as hex.')
const dollars = whole(1_000_000_000_000).transform((usd) => BigInt(usd) * 10n ** 8n)
const percent = whole(100)
const port = whole(65_535)
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const networks = {
  NETWORK: oneOf(['devnet', 'mirror'])
    .prefault('devnet')
    .describe('The network: `devnet`, or `mirror` for public chain ids and token addresses.'),
  CHAINS: text
    .optional()
    .describe(
      'The chain numbers, comma-separated, and `solana` for the Solana cluster; all chains of the network by default.',
    ),
  DEPLOYMENT: text
    .transform(readDeployment)
    .optional()
    .describe(
      'The JSON that names contracts, price feeds, pools and role addresses of each chain, or a file that holds it; required for `mirror`.',
    ),
}

/** Variables of each chain; `<n>` is its number, or `SOLANA`. */
export const chainVariables = {
  'RPC_URL_<n>': list(httpUrl)
    .optional()
    .describe(
      'The provider of chain _n_ (`RPC_URL_SOLANA` for the cluster), or several, comma-separated; off a devnet two are required and must agree before value moves.',
    ),
  'PUBLIC_RPC_URL_<n>': httpUrl
    .optional()
    .describe(
      'The address at which browsers reach chain _n_ or `SOLANA`; without one they read the chain through the service, and addresses in `RPC_URL_<n>` stay private.',
    ),
  'EXPLORER_URL_<n>': httpUrl
    .optional()
    .describe(
      'The block explorer for links to chain _n_ or `SOLANA`; without one there are no links, except on the devnet.',
    ),
}

const localChains = {
  DEVNET_PORTS: list(port)
    .optional()
    .describe(
      'The ports of the local chains, one for each, the cluster last (19545 to 19548 on the devnet); 0 picks a free one. The cluster also takes the next port for its websocket.',
    ),
  DEVNET_BLOCK_MS: whole(60_000, 100)
    .optional()
    .describe('The time between two blocks of a local EVM chain in milliseconds (1000).'),
}

const access = {
  HOST: text.prefault('127.0.0.1').describe('The address that the service listens on.'),
  PORT: port
    .prefault('8080')
    .describe('The port of the API and the dashboard; with `npm start`, 0 picks a free one.'),
  PUBLIC_URL: httpUrl
    .optional()
    .describe('The address at which people reach the service, which may include a path.'),
  CORS_ORIGINS: list(text)
    .prefault('')
    .describe('The origins, comma-separated, whose pages may call `/api`.'),
  TRUSTED_PROXIES: list(
    text.refine(isProxy, 'names something that is neither an address nor a network.'),
  )
    .prefault('')
    .describe(
      'The addresses or networks whose `X-Forwarded-For` is believed; without it, all visitors behind a proxy count as one.',
    ),
  API_KEY: text
    .optional()
    .describe(
      'The key that clients send as `x-api-key` and that may do everything, 16 characters or more (`estuary-devnet` on the devnet; the mirror generates one).',
    ),
  WALLETCONNECT_PROJECT_ID: text
    .regex(/^[0-9a-f]{32}$/, 'has 32 digits or letters from a to f.')
    .optional()
    .describe(
      "The deployment's WalletConnect project, which lets the page reach WalletConnect's relay and Verify server for wallets on phones.",
    ),
  WALLETCONNECT_RELAY_URL: text
    .refine(
      (value) => hasProtocol(value, /^wss?:$/),
      'is no address that begins with wss:// or ws://.',
    )
    .optional()
    .describe('Another WalletConnect relay.'),
  SOLANA_MOBILE_WALLETS: z
    .literal('1', 'is neither 1 nor unset.')
    .optional()
    .describe(
      '1 lets the page ask Solana wallet apps on an Android phone (Mobile Wallet Adapter), for which its content policy allows `ws://localhost` at any port.',
    ),
}

const processes = {
  ROLES: list(
    z.enum(roleNames, {
      error: ({ input }) => `names "${String(input)}"; roles are api, worker and attestor.`,
    }),
  )
    .prefault('api,worker')
    .describe(
      'The roles of this process: `api`, `worker`, `attestor` or several, comma-separated.',
    ),
  DATABASE_URL: text
    .optional()
    .describe(
      'The address of a database on PostgreSQL 14 or later, instead of the one that npm brings.',
    ),
  DATA_DIR: text
    .transform((folder) => path.resolve(folder))
    .prefault('.estuary')
    .describe('The folder for local chains and the database that npm brings.'),
  METRICS_PORT: port
    .optional()
    .describe(
      'The port of `/metrics`, `/healthz` and `/readyz` for monitors; with `npm start` the attestor takes the next one.',
    ),
  METRICS_HOST: text.optional().describe('The address that this port listens on (127.0.0.1).'),
  LOG_LEVEL: z
    .enum(levels, `is none of ${levels.join(', ')}.`)
    .prefault('info')
    .describe(
      `The least severe level that is logged: ${levels.slice(0, -1).map(toCode).join(', ')} or \`silent\`; \`warn\` by default with \`npm start\`.`,
    ),
}

/** The keys of a process; each role needs some of them. */
export const keyVariables = {
  EXECUTOR_EVM_KEY: list(evmKey)
    .optional()
    .describe(
      'The key that sends operations to EVM chains, or several, comma-separated, which send independently.',
    ),
  EXECUTOR_SOLANA_KEY: solanaKey.optional().describe('The key that sends transactions to Solana.'),
  SOLVER_EVM_KEY: evmKey.optional().describe('The key that owns the inventory on EVM chains.'),
  SOLVER_SOLANA_KEY: solanaKey.optional().describe('The key that owns the inventory on Solana.'),
  ATTESTOR_EVM_KEY: evmKey
    .optional()
    .describe('The key that signs deliveries read from EVM chains.'),
  ATTESTOR_SOLANA_KEY: solanaKey
    .optional()
    .describe('The key that signs deliveries read from Solana.'),
  COSIGNER_KEY: evmKey.optional().describe('The key that signs together with session keys.'),
  PAYMASTER_KEY: evmKey.optional().describe('The key that has the paymaster pay for an operation.'),
  QUOTE_KEY: hash
    .optional()
    .describe('The key that signs quotes; API processes of one instance share it.'),
}

const fees = {
  QUOTE_VALIDITY_SECONDS: whole(120)
    .optional()
    .describe(
      'How many seconds after it was made a quote can be executed (30), at most 120; the same for every process.',
    ),
  QUOTE_WAIT_MS: whole(600_000)
    .prefault('1000')
    .describe(
      'The longest time that a quote or simulation waits for its turn before the service answers 503 `OVERLOADED`.',
    ),
  FEE_RECEIVER: parsed((value) => EvmAddress.safeParse(value).data, 'is not an EVM address.')
    .optional()
    .describe("The EVM address that gets the app's fee; the devnet has its own."),
  APP_FEE_BPS: whole(1_000).prefault('0').describe("The app's fee in basis points."),
  SOLVER_SPREAD_BPS: whole(1_000).prefault('5').describe("The solver's spread in basis points."),
  GAS_MARKUP_BPS: whole(100_000)
    .prefault('1000')
    .describe('The markup on network fees in basis points.'),
  PRICE_DOUBT_PERCENT: whole(1_000)
    .prefault('100')
    .describe(
      'How many percent of the price uncertainty the spread includes between unlike assets; see [prices](OPERATIONS.md#prices).',
    ),
}

const names = {
  SESSION_POLICY: oneOf(['open', 'own-accounts'])
    .prefault('open')
    .describe(
      "What a session key may do if its account's admin hasn't set it: `open` (pay anyone and make calls) or `own-accounts` (pay the owner's accounts).",
    ),
  AGGREGATED_PREFIX: text
    .prefault(defaultNames.aggregatedPrefix)
    .describe('The text before the colon of aggregated asset ids.'),
  ACCOUNT_TYPE_ROLE_BASED: text
    .prefault(defaultAccountTypes.roleBased)
    .describe('The name of role-based accounts in the API.'),
  ACCOUNT_TYPE_BASIC: text
    .prefault(defaultAccountTypes.basic)
    .describe('The name of basic accounts in the API.'),
  ACCOUNT_TYPE_EIP7702: text
    .prefault(defaultAccountTypes.eip7702)
    .describe('The name of EIP-7702 accounts in the API.'),
  ACCOUNT_TYPE_SOLANA: text
    .prefault(defaultAccountTypes.solana)
    .describe('The name of Solana accounts in the API.'),
}

/** The defaults of sponsoring cover thirty account-deploying operations at 2 gwei. */
const limits = {
  SPONSOR_DAILY_USD: dollars
    .prefault('3000')
    .describe(
      'The network fees that the service covers in a day beyond what users paid, before it stops sponsoring for everyone.',
    ),
  SPONSOR_ACCOUNT_DAILY_USD: dollars.prefault('300').describe('The same for one account.'),
  SPONSOR_NEW_ACCOUNT_DAILY_USD: dollars
    .prefault('60')
    .describe('The same for an account without an execution that paid its network fee.'),
  SPONSOR_KEY_DAILY_USD: dollars
    .prefault('1500')
    .describe(
      "The same for one API key, where the dashboard's visitors together count as one key.",
    ),
  SPONSOR_VISITOR_DAILY_USD: dollars
    .prefault('500')
    .describe("The same for one address among the dashboard's visitors."),
  MAX_OPERATION_GAS: whole(30_000_000)
    .transform(BigInt)
    .prefault(String(defaultMaxOperationGas))
    .describe(
      'The most gas of one sponsored operation: the sum of its gas limits, without the gas for its data.',
    ),
  MAX_IN_FLIGHT_USD: dollars
    .optional()
    .describe(
      'The total value that deposits of open executions may have (50000000 on a devnet, 100000 elsewhere).',
    ),
  IN_FLIGHT_ACCOUNT_PERCENT: percent
    .prefault('40')
    .describe('The share of `MAX_IN_FLIGHT_USD` that one account may use.'),
  IN_FLIGHT_NEW_ACCOUNT_PERCENT: percent
    .prefault('10')
    .describe('The same for an account without an execution that paid its network fee.'),
  IN_FLIGHT_KEY_PERCENT: percent.prefault('80').describe('The same for one API key.'),
  IN_FLIGHT_VISITOR_PERCENT: percent
    .prefault('40')
    .describe("The same for one address among the dashboard's visitors."),
  INVENTORY_CAP_USD: dollars
    .optional()
    .describe(
      'The most that the solver holds on one chain (100000000 on a devnet, 100000 elsewhere); the rest goes to the payee.',
    ),
}

const tools = {
  ESTUARY_URL: text
    .optional()
    .describe('A running Estuary for the examples, `npm run bench` and the browser flows.'),
  CHROMIUM_PATH: text.optional().describe('The browser for `npm test`.'),
  RECORD_ANSWERS: text
    .optional()
    .describe(
      'On a devnet, the file to which every answer of `/api` is appended, without keys; `npm test` compares them with the OpenAPI document.',
    ),
}

/** The variables, in the groups of CONFIGURATION.md, which is written from here. */
export const variableGroups = {
  'Network and chains': { ...networks, ...chainVariables, ...localChains },
  'Addresses and access': access,
  'Processes and state': processes,
  Keys: keyVariables,
  'Quotes and fees': fees,
  'Names and sessions': names,
  'Limits on losses': limits,
  'Tools and tests': tools,
}

/** Every other variable; those without a description are set by the project's own programs. */
export const variables = {
  ...networks,
  ...localChains,
  ...access,
  ...processes,
  ...fees,
  ...names,
  ...limits,
  ...tools,
  /** Folder of the pages to serve; none are served when absent. */
  DASHBOARD_DIR: text.optional(),
  /** Whether `npm start` prints what started as one line of JSON, for programs. */
  ESTUARY_PRINT: text.optional(),
  /** Names of a devnet's routes, which the parent process answers, as JSON. */
  DEVNET_ROUTES: text.prefault('[]'),
}

type VariableName = keyof (typeof variables & typeof chainVariables & typeof keyVariables)

/** Variables that `npm start` refuses, with the reason. */
export const refusedByStart: Partial<Record<VariableName, string>> = {
  'RPC_URL_<n>': 'it starts chains of its own',
  DEPLOYMENT: 'it deploys to its own chains',
  ROLES: 'it starts all roles',
  ...Object.fromEntries(
    Object.keys(keyVariables).map((name) => [
      name,
      'its chains trust the keys of their own instance',
    ]),
  ),
}

/** Variables that a standalone service refuses, with the reason. */
export const refusedByServe: Partial<Record<VariableName, string>> = {
  DEVNET_PORTS: 'it starts no chains; RPC_URL_<n> names them',
  DEVNET_BLOCK_MS: 'it starts no chains; RPC_URL_<n> names them',
  ESTUARY_URL: 'it is for the tools that ask a service',
  CHROMIUM_PATH: 'it is for the tests',
}

type Parsed<Shape extends z.ZodRawShape> = {
  /** Absent when a wrong variable has no default. */
  values: z.output<z.ZodObject<Shape>> | undefined
  /** A sentence for each wrong variable; none holds a value that may be a key. */
  faults: readonly string[]
  /** The names of the wrong variables. */
  wrong: ReadonlySet<string>
}

/**
 * Reads variables; empty ones count as unset. A wrong one is reported and has its default.
 *
 * @param chain - Stands for `<n>` in the names: `1`, or `SOLANA`.
 */
export function parseVariables<Shape extends z.ZodRawShape>(
  environment: Environment,
  shape: Shape,
  chain = '',
): Parsed<Shape> {
  const schema = z.object(shape)
  function toName(name: string): string {
    return name.replace('<n>', chain)
  }
  const given = Object.fromEntries(
    Object.keys(shape).map((name) => [name, environment[toName(name)] || undefined]),
  )
  const { data, error } = schema.safeParse(given)
  const issues = (error?.issues ?? []).map(({ path: [name], message }) => {
    return { name: String(name), message }
  })
  for (const { name } of issues) given[name] = undefined
  return {
    values: data ?? schema.safeParse(given).data,
    faults: [...new Set(issues.map(({ name, message }) => `${toName(name)} ${message}`))],
    wrong: new Set(issues.map(({ name }) => name)),
  }
}

/** Returns a sentence for each variable that is set and refused. */
export function findRefused(
  environment: Environment,
  refused: Partial<Record<string, string>>,
): string[] {
  return Object.keys(environment).flatMap((name) => {
    const reason = refused[name.replace(/^([A-Z_]*(?:RPC|EXPLORER)_URL)_(\d+|SOLANA)$/, '$1_<n>')]
    return environment[name] && reason !== undefined ? [`${name}: ${reason}.`] : []
  })
}

function hasProtocol(value: string, protocol: RegExp): boolean {
  return URL.canParse(value) && protocol.test(new URL(value).protocol)
}

function toCode(word: string): string {
  return `\`${word}\``
}

function isEvmKey(key: Hash): boolean {
  try {
    return getKeyAddress(key) !== undefined
  } catch {
    // No key of this curve; the library's error adds nothing.
    return false
  }
}

/** An address or a CIDR range; very large ranges are refused, as proxies name the client. */
function isProxy(value: string): boolean {
  const [address = '', bits, ...more] = value.split('/')
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0
  const isRange = bits === undefined || (/^\d+$/.test(bits) && +bits >= 8 && +bits <= most)
  return most > 0 && isRange && more.length === 0
}

/** Reads what `DEPLOYMENT` holds, or the file that it names. */
function readDeployment(value: string, context: z.RefinementCtx): string {
  if (value.trimStart().startsWith('{')) return value
  try {
    return readFileSync(value, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    context.addIssue(`is neither JSON nor a file that can be read (${reason}).`)
    return z.NEVER
  }
}
