import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { openLocalNetwork } from '#devnet/plan/localNetwork.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { readConfig } from '#service/config/config.ts'
import { alarms } from '#service/monitoring/logEvents.ts'
import { type Environment, refusedByServe, variableGroups } from '#service/config/variables.ts'
import { buildServiceEnvironment } from '../productChildren.ts'
import { serveEnvironment } from '../../serve/serveEnvironment.ts'
import { readSettings } from './settings.ts'

const guides = path.join(import.meta.dirname, '../../../../.github')

/** The variables that CONFIGURATION.md explains, but those of the deploy command. */
const named = Object.values(variableGroups).flatMap((group) => Object.keys(group))

/** Values that differ from the defaults. */
const values: Record<string, string> = {
  NETWORK: 'mirror',
  CHAINS: '71117001',
  DEVNET_PORTS: '1,2,3,4',
  DEVNET_BLOCK_MS: '500',
  PORT: '9999',
  DATA_DIR: path.join(tmpdir(), 'estuary-elsewhere'),
  DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x',
  'RPC_URL_<n>': 'http://127.0.0.1:7',
  EXECUTOR_EVM_KEY: devnetKeys.executorB,
  ROLES: 'api',
  API_KEY: 'another key of a client',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://swap.example',
  'PUBLIC_RPC_URL_<n>': 'https://rpc.example',
  'EXPLORER_URL_<n>': 'https://scan.example',
  WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16),
  WALLETCONNECT_RELAY_URL: 'wss://relay.example',
  SOLANA_MOBILE_WALLETS: '1',
  CORS_ORIGINS: 'https://other.example',
  QUOTE_WAIT_MS: '2000',
  QUOTE_VALIDITY_SECONDS: '20',
  FEE_RECEIVER: '0x00000000000000000000000000000000000fee01',
  PRICE_DOUBT_PERCENT: '50',
  SESSION_POLICY: 'own-accounts',
  AGGREGATED_PREFIX: 'sum',
  ACCOUNT_TYPE_ROLE_BASED: 'roles',
  LOG_LEVEL: 'error',
  METRICS_HOST: '0.0.0.0',
  TRUSTED_PROXIES: '10.0.0.1',
  RECORD_ANSWERS: '/tmp/answers',
}
/** Variables of tools, which the service does not read. */
const toolVariables = ['CHROMIUM_PATH', 'ESTUARY_URL']

const dataDir = mkdtempSync(path.join(tmpdir(), 'estuary-variables-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const complete: Environment = {
  ROLES: 'api,worker,attestor',
  EXECUTOR_EVM_KEY: devnetKeys.executor,
  SOLVER_EVM_KEY: devnetKeys.solver,
  ATTESTOR_EVM_KEY: devnetKeys.attestor,
  COSIGNER_KEY: devnetKeys.cosigner,
  PAYMASTER_KEY: devnetKeys.paymasterSigner,
  QUOTE_KEY: `0x${createHash('sha256').update('a test quote key').digest('hex')}`,
  ...Object.fromEntries(
    (['executor', 'solver', 'attestor'] as const).map((role) => [
      `${role.toUpperCase()}_SOLANA_KEY`,
      encodeBase58(deriveSolanaKey(role).secretKey),
    ]),
  ),
}

function resultOf(read: () => unknown): string {
  try {
    return JSON.stringify(read(), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value instanceof Set ? [...value] : value,
    )
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

function serve(more: Environment): string {
  const dashboardFolder = '/dashboard'
  return resultOf(() => readConfig(serveEnvironment({ ...complete, ...more }, { dashboardFolder })))
}

test('OPERATIONS.md explains every alarm', () => {
  const chapter = readFileSync(path.join(guides, 'OPERATIONS.md'), 'utf8')
  const explained = [...chapter.matchAll(/^\| `([a-z_]+)` /gm)].map(([, event]) => event)
  expect(new Set(explained)).toEqual(new Set(alarms))
})

const [refused, honoured] = [true, false].map((isRefused) =>
  named.filter((name) => isRefused === name in refusedByServe),
)

test.each(refused ?? [])('a standalone service rejects %s by name', (name) => {
  expect(serveWith(name)).toContain(name.replace('<n>', '71117001'))
})

// For NETWORK=mirror without DEPLOYMENT the error that names it counts as honoured.
test.each(honoured ?? [])('a standalone service honours %s', (name) => {
  expect(serveWith(name)).not.toBe(serve({}))
})

/** The settings and the service configuration that `npm start` derives from an environment. */
function start(more: Environment): string {
  return resultOf(() => {
    const settings = readSettings(more)
    const devnet = openLocalNetwork(settings.network, settings)
    const environment = buildServiceEnvironment(
      {
        devnet: { ...devnet, chains: [], routes: [] },
        databaseUrl: settings.databaseUrl ?? 'postgres://embedded',
        dataDir: settings.dataDir,
        host: settings.host,
        port: settings.port,
        dashboardFolder: '/dashboard',
      },
      more,
    )
    return { settings, config: readConfig(environment) }
  })
}

test.each(named.filter((name) => !toolVariables.includes(name)))(
  'npm start honours %s, or rejects it by name',
  (name) => {
    const variable = name.replace('<n>', '71117001')
    const result = start({ DATA_DIR: dataDir, [variable]: values[name] ?? '17' })
    expect(result).not.toBe(start({ DATA_DIR: dataDir }))
    expect(result).toMatch(new RegExp(`^{|${variable}`))
  },
)

function serveWith(name: string): string {
  return serve({ [name.replace('<n>', '71117001')]: values[name] ?? '17' })
}
