import path from 'node:path'

import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'

const receiver = '0x00000000000000000000000000000000000fee01'

test('applies the defaults to an empty environment', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({ host: '127.0.0.1', port: 8080, databaseUrl: undefined })
  expect(settings.dataDir).toBe(path.resolve('.estuary'))
  expect(settings.chainPorts[71_117_001]).toBe(19_545)
})

test('the mirror has a folder and ports of its own, and only the requested chains', () => {
  const settings = readSettings({ NETWORK: 'mirror', CHAINS: '8453,1' })
  expect(settings).toMatchObject({ network: 'mirror', chains: '1,8453' })
  expect(settings.dataDir).toBe(path.resolve('.estuary/mirror'))
  expect(settings.chainPorts).toEqual({ 1: 19_551, 8453: 19_555 })
  const all = readSettings({ NETWORK: 'mirror' })
  expect(all.chains).toBe('1,10,56,137,8453,42161,solana')
  expect(all.chainPorts.solana).toBe(19_557)
})

test("local chains have their network's block time unless another one is set", () => {
  expect(readSettings({}).blockMs).toBeUndefined()
  expect(readSettings({ DEVNET_BLOCK_MS: '250' }).blockMs).toBe(250)
})

test('reads the ports in the order of the chains in the network', () => {
  const { chainPorts } = readSettings({ DEVNET_PORTS: '1, 2,0,4' })
  expect(chainPorts).toEqual({ 71_117_001: 1, 71_117_002: 2, 71_117_003: 0, solana: 4 })
})

test('the devnet includes its Solana cluster, with its own port, unless CHAINS omits it', () => {
  expect(readSettings({}).chains).toBe('71117001,71117002,71117003,solana')
  const asked = { CHAINS: 'solana,71117001' }
  expect(readSettings(asked)).toMatchObject({
    chains: '71117001,solana',
    chainPorts: { 71_117_001: 19_545, solana: 19_548 },
  })
  const { chainPorts } = readSettings({ ...asked, DEVNET_PORTS: '0,7' })
  expect(chainPorts).toEqual({ 71_117_001: 0, solana: 7 })
})

test('ignores empty variables, and accepts public RPC URLs of started chains', () => {
  const address = 'https://a.test'
  const set = { ROLES: '', PUBLIC_RPC_URL_71117001: address, PUBLIC_RPC_URL_SOLANA: address }
  expect(readSettings(set).network).toBe('devnet')
})

test('accepts another fee receiver where it is not compiled into the dashboard', () => {
  expect(readSettings({ NETWORK: 'mirror', FEE_RECEIVER: receiver }).network).toBe('mirror')
})

test.each([
  [{ PORT: 'eighty' }, 'PORT is not a whole number from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT is not a whole number from 0 to 65535.'],
  [{ DEVNET_PORTS: '1,2' }, 'DEVNET_PORTS names 2 ports'],
  [{ DEVNET_BLOCK_MS: '99' }, 'DEVNET_BLOCK_MS is not a whole number from 100 to 60000.'],
  [{ DEVNET_BLOCK_MS: 'fast' }, 'DEVNET_BLOCK_MS is not a whole number'],
  [{ NETWORK: 'moon' }, 'NETWORK is "moon"'],
  [{ CHAINS: '1' }, 'CHAINS names "1"'],
  [{ CHAINS: '71117001,solana', DEVNET_PORTS: '0' }, 'DEVNET_PORTS names 1 ports; there are 2'],
  [{ NETWORK: 'mirror', CHAINS: 'solan' }, 'CHAINS names "solan"'],
  [{ RPC_URL_71117001: 'http://127.0.0.1:1' }, 'RPC_URL_71117001: it starts chains of its own'],
  [{ RPC_URL_SOLANA: 'http://127.0.0.1:1' }, 'RPC_URL_SOLANA: it starts chains of its own'],
  [{ DEPLOYMENT: '{}' }, 'DEPLOYMENT: it deploys to its own chains'],
  [{ ROLES: 'api' }, 'ROLES: it starts all roles'],
  [{ FEE_RECEIVER: receiver }, 'FEE_RECEIVER: the dashboard has the receiver of the devnet'],
  [{ COSIGNER_KEY: '0x1', ATTESTOR_SOLANA_KEY: '1' }, /COSIGNER_KEY: .*\n.*ATTESTOR_SOLANA_KEY: /],
  [{ PUBLIC_RPC_URL_1: 'https://a.test' }, 'PUBLIC_RPC_URL_1: this chain is not started'],
  [
    { CHAINS: '71117001', PUBLIC_RPC_URL_SOLANA: 'https://a.test' },
    'PUBLIC_RPC_URL_SOLANA: this chain is not started',
  ],
])('%j is rejected with the name of the variable', (environment, sentence) => {
  expect(() => readSettings(environment)).toThrow(sentence)
})
