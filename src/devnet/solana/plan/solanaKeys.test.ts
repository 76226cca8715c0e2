import { expect, test } from 'vitest'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { isPublishedAddress } from '#protocol/accounts/publishedKeys.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { deriveSolanaHash, deriveSolanaKey } from './solanaKeys.ts'

const names = [
  'faucet',
  'deployer',
  'executor',
  'solver',
  'attestor',
  'payee',
  'feeReceiver',
  'usdc',
  'usdt',
  'token2022',
  'program',
  'authority',
] as const satisfies Parameters<typeof deriveSolanaKey>[0][]

test('the network data names the addresses of the published keys', () => {
  const { roles, mints, program, authority } = devnetSolana
  const derived = names.map((name) => [name, deriveSolanaKey(name).publicKey.toBase58()] as const)
  expect({ ...roles, ...mints, program, authority }).toEqual(Object.fromEntries(derived))
})

test('every one of these keys is known as published, exactly as it is spelled', () => {
  for (const name of names) {
    const address = deriveSolanaKey(name).publicKey.toBase58()
    expect(isPublishedAddress(address), name).toBe(true)
    expect(isPublishedAddress(address.toLowerCase()), name).toBe(false)
  }
})

test('the genesis is derived like the keys', () => {
  expect(devnetSolana.genesisHash).toBe(encodeBase58(deriveSolanaHash('genesis')))
})
