import { z } from 'zod/mini'
import { expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { Discovery } from '#protocol/service/discovery.ts'
import { SupportedChain } from '#protocol/service/assets.ts'
import { buildSupportedChains, buildDiscovery } from './discovery.ts'

const answer = buildDiscovery({
  network: devnetWithSolana,
  quoteSigner: `0x${'1'.repeat(64)}`,
  publicRpcUrls: {},
  publicUrl: 'http://127.0.0.1:8080',
  sessionDefault: 'open',
  hasFaucet: false,
  explorerOf: (chainId) => (chainId === 'eip155:71117001' ? 'https://scan.test' : undefined),
})

test('a chain that no address for browsers is known of is reached through the service', () => {
  expect(answer.chains[0]?.rpcUrl).toBe('http://127.0.0.1:8080/rpc/eip155:71117001')
})

test('a chain without a block explorer names none', () => {
  const [first, second] = Discovery.parse(JSON.parse(JSON.stringify(answer))).chains
  expect(first?.explorerUrl).toBe('https://scan.test')
  expect(second).not.toHaveProperty('explorerUrl')
})

test('a Solana chain is said to be beta, an EVM chain is not', () => {
  const beta = Discovery.parse(answer).chains.filter(({ isBeta }) => isBeta)
  expect(beta.map(({ name }) => name)).toEqual(['Reef'])
  expect(answer.chains.map((chain) => 'isBeta' in chain)).toEqual([false, false, false, true])
})

test('the list of supported chains has the fields of the specification and no other', () => {
  const strict = z.strictObject(SupportedChain.shape)
  expect(buildSupportedChains(devnetWithSolana).map((chain) => strict.parse(chain))).toHaveLength(4)
})
