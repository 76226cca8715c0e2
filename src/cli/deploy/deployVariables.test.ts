import { expect, test } from 'vitest'

import { reefPlan } from '#devnet/solana/plan/solanaPlan.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { readEvmOptions, readSolanaOptions } from './deployVariables.ts'

const { deployer, program, attestor, authority, solver, payee, executor } = reefPlan.keys
const [first, second, third] = [attestor, solver, payee].map(({ publicKey }) =>
  publicKey.toBase58(),
)
const complete = {
  RPC_URL_SOLANA: 'https://rpc.example/solana',
  DEPLOYER_SOLANA_KEY: JSON.stringify([...deployer.secretKey]),
  PROGRAM_SOLANA_KEY: encodeBase58(program.secretKey),
  ATTESTORS_SOLANA: `${first}, ${second}`,
}

test('reads keys in their usual formats, and applies defaults', () => {
  const { order, faults } = read(complete)
  expect(faults).toEqual([])
  expect(order).toEqual({
    rpcUrl: complete.RPC_URL_SOLANA,
    deployerKey: `0x${Buffer.from(deployer.secretKey.subarray(0, 32)).toString('hex')}`,
    programKey: `0x${Buffer.from(program.secretKey.subarray(0, 32)).toString('hex')}`,
    authority: undefined,
    delaySeconds: 172_800n,
    attestors: { keys: [first, second], threshold: 1 },
    microLamports: 1_000n,
    handOver: undefined,
  })
  const more = {
    AUTHORITY_SOLANA: authority.publicKey.toBase58(),
    ATTESTOR_SOLANA_THRESHOLD: '2',
    PRIORITY_MICRO_LAMPORTS: '5',
    UPGRADE_AUTHORITY_SOLANA: payee.publicKey.toBase58(),
  }
  expect(read({ ...complete, ...more }).order).toMatchObject({
    authority: more.AUTHORITY_SOLANA,
    attestors: { threshold: 2 },
    microLamports: 5n,
    handOver: { to: more.UPGRADE_AUTHORITY_SOLANA },
  })
  const final = { ...complete, UPGRADE_AUTHORITY_SOLANA: 'none' }
  expect(read(final)).toMatchObject({ order: { handOver: { to: undefined } }, faults: [] })
})

test('names all missing variables of an EVM chain at once', () => {
  expect(readEvmOptions({ SALT: '0x12' }).faults).toEqual([
    'RPC_URL is missing in the environment.',
    'DEPLOYER_KEY is missing in the environment.',
    'SALT is not 32 bytes of hex.',
    'COSIGNER is missing in the environment.',
    'PAYMASTER_SIGNER is missing in the environment.',
    'ATTESTORS is missing in the environment.',
    'EXECUTORS is missing in the environment.',
  ])
})

test('names all missing variables at once', () => {
  const { faults } = read({ RPC_URL_SOLANA: complete.RPC_URL_SOLANA })
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'DEPLOYER_SOLANA_KEY',
    'PROGRAM_SOLANA_KEY',
    'ATTESTORS_SOLANA',
  ])
})

test.each([
  [{ DEPLOYER_SOLANA_KEY: '0xa1' }, 'DEPLOYER_SOLANA_KEY is not a Solana key'],
  [{ RPC_URL_SOLANA: 'rpc.example' }, 'RPC_URL_SOLANA is not an http address'],
  [{ AUTHORITY_SOLANA: 'me' }, 'AUTHORITY_SOLANA holds what is no address'],
  [{ UPGRADE_AUTHORITY_SOLANA: 'nobody' }, 'UPGRADE_AUTHORITY_SOLANA holds what is no address'],
  [{ ATTESTORS_SOLANA: 'me' }, 'ATTESTORS_SOLANA holds what is no address'],
  [{ ATTESTORS_SOLANA: `${first},${first}` }, 'ATTESTORS_SOLANA names one address twice'],
  [
    { ATTESTORS_SOLANA: [first, second, third, executor.publicKey.toBase58()].join() },
    'ATTESTORS_SOLANA names more than 3',
  ],
  [{ ATTESTOR_SOLANA_THRESHOLD: '3' }, 'ATTESTOR_SOLANA_THRESHOLD is 3; there are 2'],
  [{ ATTESTOR_SOLANA_THRESHOLD: '0' }, 'ATTESTOR_SOLANA_THRESHOLD is 0; there are 2'],
])('%j is rejected with the name of the variable', (change, sentence) => {
  const { faults } = read({ ...complete, ...change })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain(sentence)
})

function read(environment: Record<string, string>) {
  const { options, faults } = readSolanaOptions(environment)
  return { order: options, faults }
}
