import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { Network } from '#networks/network.ts'
import { defaultNames } from '#protocol/accounts/account.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { getKeyAddress } from '#chains/evm/settlement/evmKeys.ts'
import { readConfig, getSecrets } from './config.ts'
import type { Environment } from './variables.ts'

const quoteKey = `0x${'51'.repeat(32)}` as const
const publishedQuoteKey = `0x${createHash('sha256').update('estuary devnet quote key').digest('hex')}`
const complete = {
  EXECUTOR_EVM_KEY: devnetKeys.executor,
  SOLVER_EVM_KEY: devnetKeys.solver,
  COSIGNER_KEY: devnetKeys.cosigner,
  PAYMASTER_KEY: devnetKeys.paymasterSigner,
  EXECUTOR_SOLANA_KEY: encodeBase58(deriveSolanaKey('executor').secretKey),
  SOLVER_SOLANA_KEY: encodeBase58(deriveSolanaKey('solver').secretKey),
  QUOTE_KEY: quoteKey,
}
const secretKeys = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map(
  (byte) => `0x${byte.repeat(32)}` as const,
)
const [executor, solver, cosigner, paymaster, attestor] = secretKeys
const publicNetwork: Network = {
  ...devnet,
  isDevnet: false,
  hasPublishedKeys: false,
  roles: {
    ...devnet.roles,
    executor: getKeyAddress(executor ?? quoteKey),
    solver: getKeyAddress(solver ?? quoteKey),
  },
}
const completeOffDevnet: Environment = {
  ROLES: 'api,worker,attestor',
  API_KEY: 'a-long-secret-key',
  EXECUTOR_EVM_KEY: executor,
  SOLVER_EVM_KEY: solver,
  COSIGNER_KEY: cosigner,
  PAYMASTER_KEY: paymaster,
  ATTESTOR_EVM_KEY: attestor,
  QUOTE_KEY: quoteKey,
  ...Object.fromEntries(
    [71117001, 71117002, 71117003].flatMap((number) => [
      [
        `RPC_URL_${number}`,
        `https://rpc.example/${number}/provider-key,https://two.example/${number}`,
      ],
      [`PUBLIC_RPC_URL_${number}`, `https://public.example/${number}`],
    ]),
  ),
}

function getFaults(environment: Environment, network: Network = publicNetwork): string {
  try {
    readConfig(environment, () => network)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'none'
}

test('DEPLOYMENT may name a file, and one that cannot be read is said', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'estuary-deployment-'))
  const file = path.join(folder, 'deployment.json')
  const environment = { ...complete, NETWORK: 'mirror', DEPLOYMENT: file }
  expect(() => readConfig(environment)).toThrow(/^DEPLOYMENT is neither JSON nor a file .*ENOENT/)
  writeFileSync(file, '{"roles":{},"chains":[]}')
  expect(() => readConfig(environment)).toThrow(
    /^DEPLOYMENT is wrong at roles\.executor: [^\n]+\n(DEPLOYMENT is wrong at [^\n]+\n?)+$/,
  )
  rmSync(folder, { recursive: true })
})

test('a devnet needs nothing but its keys', () => {
  const config = readConfig(complete)
  expect(config.port).toBe(8080)
  expect(config.apiKey).toBe('estuary-devnet')
  expect(config.rpcUrls['eip155:71117001']).toBe('http://127.0.0.1:19545')
  expect(config.publicRpcUrls).toEqual({})
  expect([...config.roles]).toEqual(['api', 'worker'])
})

test('every missing variable is named at once', () => {
  const faults = getFaults({ ROLES: 'api,worker,attestor' })
  for (const name of Object.keys(completeOffDevnet).filter(
    (one) => one !== 'ROLES' && !one.startsWith('PUBLIC_'),
  ))
    expect(faults).toContain(`${name} is missing in the environment.`)
})

test('a process holds the keys of its roles only', () => {
  const roles = { ...complete, ATTESTOR_EVM_KEY: devnetKeys.attestor, ROLES: 'attestor' }
  expect(readConfig(roles, () => devnet).keys).toEqual({ attestor: devnetKeys.attestor })
  expect(readConfig({ ...complete, ROLES: 'api' }, () => devnet).keys).toEqual({
    paymaster: devnetKeys.paymasterSigner,
    quote: quoteKey,
  })
})

test('a whole configuration off the devnet is taken', () => {
  expect(getFaults(completeOffDevnet)).toBe('none')
})

test("several executors are one variable, with the network's among them", () => {
  const [second, third] = [`0x${'e2'.repeat(32)}`, `0x${'e3'.repeat(32)}`]
  const given = ` ${second}, ${executor},${third},`
  const { keys } = readConfig(
    { ...completeOffDevnet, EXECUTOR_EVM_KEY: given },
    () => publicNetwork,
  )
  expect(keys).toMatchObject({ executor: second, moreExecutors: [executor, third] })
})

test.each([
  [
    'an executor that is another role, too',
    { EXECUTOR_EVM_KEY: `${executor},${cosigner}` },
    'EXECUTOR_EVM_KEY and COSIGNER_KEY are the same key',
  ],
  [
    'an executor twice',
    { EXECUTOR_EVM_KEY: `${executor},${executor}` },
    'EXECUTOR_EVM_KEY holds one key twice',
  ],
  [
    'a published key behind a good one',
    { EXECUTOR_EVM_KEY: `${executor},${devnetKeys.executorB}` },
    'EXECUTOR_EVM_KEY is a published key',
  ],
  [
    'half a key behind a whole one',
    { EXECUTOR_EVM_KEY: `${executor},0xa1` },
    'EXECUTOR_EVM_KEY is not a key',
  ],
  ['a published key', { COSIGNER_KEY: devnetKeys.cosigner }, 'COSIGNER_KEY is a published key'],
  [
    'the twentieth published key',
    { COSIGNER_KEY: '0xdf57089febbacf7ba0bc227dafbffa9fc08a93fdc68e1e42411a14efcf23656e' },
    'COSIGNER_KEY is a published key',
  ],
  [
    'a published phrase',
    { COSIGNER_KEY: 'test test test test test test test test test test test junk' },
    'COSIGNER_KEY is not a key',
  ],
  ['the published quote key', { QUOTE_KEY: publishedQuoteKey }, 'QUOTE_KEY is a published key'],
  ['a short API key', { API_KEY: 'short' }, 'API_KEY has fewer than 16 characters'],
  ['the published API key', { API_KEY: 'estuary-devnet' }, 'API_KEY is the published key'],
  ['one key for two roles', { ATTESTOR_EVM_KEY: cosigner }, 'ATTESTOR_EVM_KEY and COSIGNER_KEY'],
  [
    'an executor of another',
    { EXECUTOR_EVM_KEY: secretKeys[5] },
    'EXECUTOR_EVM_KEY is not the key',
  ],
  ['half a key', { COSIGNER_KEY: '0xa1' }, 'COSIGNER_KEY is not a key'],
  ['zero as a key', { COSIGNER_KEY: `0x${'00'.repeat(32)}` }, 'COSIGNER_KEY is not a key'],
  ['an unknown role', { ROLES: 'api,chef' }, 'ROLES names "chef"'],
  ['a port that is none', { PORT: '80a' }, 'PORT is not a whole number'],
  ['an address that is none', { PUBLIC_URL: 'here' }, 'PUBLIC_URL is not an http address'],
  ['a level of logs that is none', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL is none of trace'],
])('off the devnet %s is refused by name', (_name, change, sentence) => {
  expect(getFaults({ ...completeOffDevnet, ...change })).toContain(sentence)
})

test('no sentence about a fault repeats a key', () => {
  const faults = getFaults({ ...completeOffDevnet, ATTESTOR_EVM_KEY: cosigner, API_KEY: '' })
  for (const key of secretKeys) expect(faults).not.toContain(key)
})

test('secrets are keys and private addresses, not what is published', () => {
  const secrets = getSecrets(readConfig(completeOffDevnet, () => publicNetwork))
  expect(secrets).toContain('https://rpc.example/71117001/provider-key')
  expect(secrets).toContain('a-long-secret-key')
  expect(secrets).not.toContain('https://public.example/71117001')
})

test('proxies that are trusted are addresses or networks, never everybody', () => {
  const good = { ...complete, TRUSTED_PROXIES: '10.0.0.1, 172.16.0.0/12,::1,fd00::/8' }
  expect(readConfig(good).trustedProxies).toHaveLength(4)
  for (const proxies of ['0.0.0.0/0', '::/0', 'proxy.example', '10.0.0.0/33', '10.0.0.1/8/8'])
    expect(getFaults({ ...complete, TRUSTED_PROXIES: proxies }, devnet)).toContain(
      'TRUSTED_PROXIES',
    )
})

test('session keys are open unless the deployment makes them narrow', () => {
  expect(readConfig(complete).sessionDefault).toBe('open')
  const narrow = { ...complete, SESSION_POLICY: 'own-accounts' }
  expect(readConfig(narrow).sessionDefault).toBe('own-accounts')
  expect(getFaults({ ...complete, SESSION_POLICY: 'narrow' }, devnet)).toContain('SESSION_POLICY')
})

test('what may be lost can be set in whole dollars, and is small off a devnet unless it is', () => {
  const dollar = 10n ** 8n
  const limits = { SPONSOR_ACCOUNT_DAILY_USD: '1', SPONSOR_DAILY_USD: '20000' }
  const more = {
    MAX_IN_FLIGHT_USD: '7',
    IN_FLIGHT_VISITOR_PERCENT: '30',
    INVENTORY_CAP_USD: '1000000000',
    MAX_OPERATION_GAS: '5000000',
  }
  expect(readConfig({ ...complete, ...limits, ...more })).toMatchObject({
    sponsorLimits: {
      accountUsd: dollar,
      newAccountUsd: 60n * dollar,
      keyUsd: 1_500n * dollar,
      visitorUsd: 500n * dollar,
      totalUsd: 20_000n * dollar,
    },
    inFlightLimits: { totalUsd: 7n * dollar, visitorUsd: (7n * dollar * 3n) / 10n },
    maxOperationGas: 5_000_000n,
    inventoryCapUsd: 10n ** 9n * dollar,
  })
  expect(readConfig(completeOffDevnet, () => publicNetwork)).toMatchObject({
    inFlightLimits: {
      totalUsd: 100_000n * dollar,
      accountUsd: 40_000n * dollar,
      newAccountUsd: 10_000n * dollar,
      keyUsd: 80_000n * dollar,
      visitorUsd: 40_000n * dollar,
    },
    maxOperationGas: 3_000_000n,
    inventoryCapUsd: 100_000n * dollar,
  })
  for (const usd of ['-1', '1e18', '1.5', 'x'])
    expect(getFaults({ ...complete, INVENTORY_CAP_USD: usd }, devnet)).toContain(
      'INVENTORY_CAP_USD',
    )
})

test('off a devnet a chain needs two independent providers', () => {
  const one = { ...completeOffDevnet, RPC_URL_71117001: 'https://rpc.example/1' }
  expect(getFaults(one)).toBe(
    'RPC_URL_71117001 names one provider: off a devnet two are needed, separated by a comma.',
  )
  const twice = { ...one, RPC_URL_71117001: 'https://rpc.example/1,https://rpc.example/2' }
  expect(getFaults(twice)).toMatch('RPC_URL_71117001 names one host twice')
  const bad = { ...one, RPC_URL_71117001: 'https://rpc.example/1,nowhere' }
  expect(getFaults(bad)).toMatch('RPC_URL_71117001 is not an http address')
})

test('the first provider is asked for everything, the others witness what moves value', () => {
  const config = readConfig(completeOffDevnet, () => publicNetwork)
  expect(config.rpcUrls['eip155:71117001']).toBe('https://rpc.example/71117001/provider-key')
  expect(config.quorumRpcUrls['eip155:71117001']).toEqual(['https://two.example/71117001'])
  expect(getSecrets(config)).toContain('https://two.example/71117001')
})

test('block explorers are those that are named, without a slash at their end', () => {
  const named = { ...completeOffDevnet, EXPLORER_URL_71117001: 'https://scan.example/' }
  expect(readConfig(named, () => publicNetwork).explorerUrls).toEqual({
    'eip155:71117001': 'https://scan.example',
  })
  expect(readConfig(completeOffDevnet, () => publicNetwork).explorerUrls).toEqual({})
})

test('a deployment names its aggregates and its kinds of account', () => {
  const { network } = readConfig(
    { ...complete, AGGREGATED_PREFIX: 'omni', ACCOUNT_TYPE_BASIC: 'plain' },
    () => devnet,
  )
  expect(network.aggregates[0]?.aggregatedAssetId).toBe('omni:usdc')
  expect(network.names).toEqual({
    aggregatedPrefix: 'omni',
    accountTypes: { ...defaultNames.accountTypes, basic: 'plain' },
  })
  expect(readConfig(complete, () => devnet).network.names).toEqual(defaultNames)
})

test('names that a client could not use are refused', () => {
  const { eip7702 } = defaultNames.accountTypes
  expect(getFaults({ ...complete, AGGREGATED_PREFIX: 'Omni' }, devnet)).toContain(
    'AGGREGATED_PREFIX',
  )
  expect(getFaults({ ...complete, ACCOUNT_TYPE_BASIC: eip7702 }, devnet)).toBe(
    'ACCOUNT_TYPE_*: Two kinds of account have the same name.',
  )
})

test('wallet apps of a phone are allowed by 1 alone', () => {
  expect(readConfig(complete).hasMobileWallets).toBe(false)
  expect(readConfig({ ...complete, SOLANA_MOBILE_WALLETS: '1' }).hasMobileWallets).toBe(true)
  expect(() => readConfig({ ...complete, SOLANA_MOBILE_WALLETS: 'yes' })).toThrow(
    'SOLANA_MOBILE_WALLETS is neither 1 nor unset.',
  )
})

const WALLETCONNECT_PROJECT_ID = 'ab'.repeat(16)

test.each([
  [{}, undefined],
  [
    { WALLETCONNECT_PROJECT_ID },
    { projectId: WALLETCONNECT_PROJECT_ID, relayUrl: 'wss://relay.walletconnect.org' },
  ],
  [
    { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL: 'wss://relay.example' },
    { projectId: WALLETCONNECT_PROJECT_ID, relayUrl: 'wss://relay.example' },
  ],
])('of %j is read what the dashboard needs', (environment, expected) => {
  expect(readConfig({ ...complete, ...environment }).walletConnect).toEqual(expected)
})

test.each([
  [{ WALLETCONNECT_PROJECT_ID: 'my project' }, /32 digits or letters/],
  [
    { WALLETCONNECT_PROJECT_ID, WALLETCONNECT_RELAY_URL: 'https://relay.example' },
    /begins with wss/,
  ],
  [{ WALLETCONNECT_RELAY_URL: 'wss://relay.example' }, /does nothing without/],
])('%j is refused', (environment, reason) => {
  expect(getFaults({ ...complete, ...environment }, devnet)).toMatch(reason)
})

test('wrong variables of every kind are named at once, each once', () => {
  const wrong = {
    ROLES: 'chef',
    PORT: 'x',
    METRICS_PORT: '65536',
    IN_FLIGHT_KEY_PERCENT: '101',
    LOG_LEVEL: 'loud',
    TRUSTED_PROXIES: 'one,two',
  }
  const names = getFaults({ ...complete, ...wrong }, devnet)
    .split('\n')
    .map((fault) => fault.split(' ')[0])
  expect(names).toHaveLength(Object.keys(wrong).length)
  expect(new Set(names)).toEqual(new Set(Object.keys(wrong)))
})
