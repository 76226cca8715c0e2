import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'

import { getKeyAddress } from '#chains/evm/settlement/evmKeys.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { readConfig, getSecrets } from './config.ts'
import type { Environment } from './variables.ts'
import { parseSolanaKey } from './solanaKeyText.ts'

const executor = deriveSolanaKey('executor')
const solver = deriveSolanaKey('solver')
const attestor = deriveSolanaKey('attestor')
const evmKeys = {
  EXECUTOR_EVM_KEY: devnetKeys.executor,
  SOLVER_EVM_KEY: devnetKeys.solver,
  COSIGNER_KEY: devnetKeys.cosigner,
  PAYMASTER_KEY: devnetKeys.paymasterSigner,
  ATTESTOR_EVM_KEY: devnetKeys.attestor,
  QUOTE_KEY: `0x${'51'.repeat(32)}`,
}
const complete = {
  ...evmKeys,
  EXECUTOR_SOLANA_KEY: keypairText(executor),
  SOLVER_SOLANA_KEY: keypairText(solver),
}
const chainId = devnetWithSolana.chains[3]?.chainId ?? 'eip155:0'

test('the keys of a Solana chain are read, those of the process’s roles only', () => {
  const { keys, rpcUrls, publicRpcUrls } = readConfig(complete, () => devnetWithSolana)
  expect(keys.solana).toEqual({ executor: seedOf(executor), solver: seedOf(solver) })
  expect(rpcUrls[chainId]).toBe('http://127.0.0.1:19548')
  expect(publicRpcUrls).toEqual({})
  const attesting = { ...complete, ATTESTOR_SOLANA_KEY: keypairText(attestor), ROLES: 'attestor' }
  expect(readConfig(attesting, () => devnetWithSolana).keys.solana).toEqual({
    attestor: seedOf(attestor),
  })
  expect(readConfig({ ...complete, ROLES: 'api' }, () => devnetWithSolana).keys.solana).toEqual({})
})

test('a network without a Solana chain needs none of it', () => {
  expect(readConfig(evmKeys, () => devnet).keys).not.toHaveProperty('solana')
})

test('every missing variable of a Solana chain is named', () => {
  const faults = getFaults({ ROLES: 'api,worker,attestor' }, offDevnet())
  for (const name of [
    'EXECUTOR_SOLANA_KEY',
    'SOLVER_SOLANA_KEY',
    'ATTESTOR_SOLANA_KEY',
    'RPC_URL_SOLANA',
  ])
    expect(faults).toContain(`${name} is missing in the environment.`)
})

test('a key is base58 or a JSON array, of the seed or of the whole keypair', () => {
  const seed = executor.secretKey.slice(0, 32)
  for (const text of [
    encodeBase58(seed),
    encodeBase58(executor.secretKey),
    JSON.stringify([...seed]),
    ` ${JSON.stringify([...executor.secretKey])}\n`,
  ])
    expect(parseSolanaKey(text)).toBe(seedOf(executor))
})

test.each([
  ['a keypair whose halves do not belong together', mixedKeypair()],
  ['an address too short', encodeBase58(executor.secretKey.slice(0, 31))],
  ['hex', `0x${'a1'.repeat(32)}`],
  ['numbers that are no bytes', JSON.stringify([...executor.secretKey.slice(1, 32), 256])],
  ['half a list', '[1,2,3'],
])('%s is no Solana key, and the fault does not repeat it', (_, text) => {
  const faults = getFaults({ ...complete, SOLVER_SOLANA_KEY: text }, devnetWithSolana)
  expect(faults).toBe(
    'SOLVER_SOLANA_KEY is not a Solana key: base58 or a JSON array of 32 or 64 bytes.',
  )
})

test('an executor or solver key that is not the network’s is refused everywhere', () => {
  const swapped = { EXECUTOR_SOLANA_KEY: keypairText(solver) }
  expect(getFaults({ ...complete, ...swapped }, devnetWithSolana)).toBe(
    `EXECUTOR_SOLANA_KEY is not the key of ${executor.publicKey.toBase58()}, the executor of ${chainId}.`,
  )
})

test('off a devnet published Solana keys are refused by name, as is one key for two roles', () => {
  const own = { ROLES: 'worker,attestor', ATTESTOR_SOLANA_KEY: keypairText(solver) }
  const faults = getFaults({ ...complete, ...own }, offDevnet())
  for (const name of ['EXECUTOR_SOLANA_KEY', 'SOLVER_SOLANA_KEY', 'ATTESTOR_SOLANA_KEY'])
    expect(faults).toContain(`${name} is a published key; off a devnet it is refused.`)
  expect(faults).toContain('SOLVER_SOLANA_KEY and ATTESTOR_SOLANA_KEY are the same key')
})

test('off a devnet a whole configuration with keys of one’s own is taken', () => {
  const [own, other, third] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
  const evm = ['a1', 'a2', 'a3', 'a4', 'a5'].map((byte) => `0x${byte.repeat(32)}` as const)
  const [first = '0x', second = '0x'] = evm
  const network: Network = {
    ...withSolanaRoles({ executor: own, solver: other }),
    roles: { ...devnet.roles, executor: getKeyAddress(first), solver: getKeyAddress(second) },
  }
  const environment = {
    ROLES: 'api,worker,attestor',
    API_KEY: 'a-long-secret-key',
    EXECUTOR_EVM_KEY: evm[0],
    SOLVER_EVM_KEY: evm[1],
    COSIGNER_KEY: evm[2],
    PAYMASTER_KEY: evm[3],
    ATTESTOR_EVM_KEY: evm[4],
    QUOTE_KEY: evmKeys.QUOTE_KEY,
    EXECUTOR_SOLANA_KEY: keypairText(own),
    SOLVER_SOLANA_KEY: keypairText(other),
    ATTESTOR_SOLANA_KEY: keypairText(third),
    ...Object.fromEntries(
      [71117001, 71117002, 71117003, 'SOLANA'].flatMap((name) => [
        [`RPC_URL_${name}`, `https://rpc.example/${name}/key,https://two.example/${name}`],
        [`PUBLIC_RPC_URL_${name}`, `https://public.example/${name}`],
      ]),
    ),
  }
  expect(getFaults(environment, network)).toBe('none')
  const one = { ...environment, RPC_URL_SOLANA: 'https://rpc.example/solana' }
  expect(getFaults(one, network)).toBe(
    'RPC_URL_SOLANA names one provider: off a devnet two are needed, separated by a comma.',
  )

  const config = readConfig(environment, () => network)
  expect(config.quorumRpcUrls[chainId]).toEqual(['https://two.example/SOLANA'])
  const secrets = getSecrets(config)
  for (const text of [
    keypairText(own),
    encodeBase58(own.secretKey.slice(0, 32)),
    JSON.stringify([...third.secretKey]),
    Buffer.from(other.secretKey.slice(0, 32)).toString('hex'),
    'https://rpc.example/SOLANA/key',
  ])
    expect(secrets).toContain(text)
  expect(secrets).not.toContain('https://public.example/SOLANA')
})

function offDevnet(): Network {
  return withSolanaRoles({ executor, solver })
}

/** A non-devnet network with these Solana executor and solver keys. */
function withSolanaRoles(keys: { executor: Keypair; solver: Keypair }): Network {
  return {
    ...devnetWithSolana,
    isDevnet: false,
    hasPublishedKeys: false,
    chains: devnetWithSolana.chains.map((chain) => {
      if (chain.kind === 'evm') return chain
      const roles = {
        ...chain.roles,
        executor: keys.executor.publicKey.toBase58(),
        solver: keys.solver.publicKey.toBase58(),
      }
      return { ...chain, roles }
    }),
  }
}

function getFaults(environment: Environment, network: Network): string {
  try {
    readConfig(environment, () => network)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'none'
}

function keypairText({ secretKey }: Keypair): string {
  return encodeBase58(secretKey)
}

function seedOf({ secretKey }: Keypair): string {
  return `0x${Buffer.from(secretKey.slice(0, 32)).toString('hex')}`
}

function mixedKeypair(): string {
  return encodeBase58(Buffer.concat([executor.secretKey.slice(0, 32), solver.publicKey.toBytes()]))
}
