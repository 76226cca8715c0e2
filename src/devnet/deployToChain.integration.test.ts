import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { deployToChain } from './deployToChain.ts'
import { devnetKeys } from './keys.ts'
import { startTestDevnet, type TestDevnet } from './startTestDevnet.ts'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

test('deploys under a salt of its own, the second time without a transaction', async () => {
  const order = {
    rpcUrl: devnet.chains[0]?.node.rpcUrl ?? '',
    deployerKey: devnetKeys.deployer,
    salt: `0x${'5a'.repeat(32)}`,
    delaySeconds: 60n,
    cosigner: privateKeyToAddress(devnetKeys.cosigner),
    paymasterSigner: privateKeyToAddress(devnetKeys.paymasterSigner),
    attestors: [privateKeyToAddress(devnetKeys.attestor)],
    attestorThreshold: 1,
    executors: [privateKeyToAddress(devnetKeys.executor)],
    paymasterDeposit: 10n ** 18n,
  } as const
  const first = await deployToChain(order)
  expect(first.sent).toBeGreaterThan(10)
  const own = devnet.network.chains[0]?.contracts.originEscrow
  expect(first.contracts.find(({ name }) => name === 'OriginEscrow')?.address).not.toBe(own)
  expect(await deployToChain(order)).toEqual({ contracts: first.contracts, sent: 0 })
})
