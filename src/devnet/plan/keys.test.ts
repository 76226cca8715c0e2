import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { devnetKeys, rejectPublishedKeys } from './keys.ts'

const elsewhere = { name: 'chain 1', isDevnet: false }

test('refuses a published key on every chain that is no devnet, and names its role', () => {
  const published = [privateKeyToAddress(devnetKeys.executor)]
  const roles = {
    deployer: ['0x00000000000000000000000000000000000f41e4'],
    executor: published,
  } as const
  expect(() => rejectPublishedKeys(elsewhere, roles)).toThrow(
    'The key of the executor is published; chain 1 is no devnet.',
  )
  expect(() => rejectPublishedKeys({ name: 'chain 71117001', isDevnet: true }, roles)).not.toThrow()
  expect(() => rejectPublishedKeys(elsewhere, { deployer: roles.deployer })).not.toThrow()
})
