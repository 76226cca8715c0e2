import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

import { createWalletClient, http } from 'viem'
import {
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
  privateKeyToAddress,
} from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { signersAbi } from '#contracts/abi/signers.ts'
import { type DeploymentResult, type DeploymentOptions, deployToChain } from './deployToChain.ts'
import { devnetKeys } from '../plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

const order = {
  deployerKey: devnetKeys.deployer,
  owner: undefined,
  salt: `0x${'5a'.repeat(32)}`,
  delaySeconds: 60n,
  cosigner: privateKeyToAddress(devnetKeys.cosigner),
  paymasterSigner: privateKeyToAddress(devnetKeys.paymasterSigner),
  attestors: [privateKeyToAddress(devnetKeys.attestor)],
  attestorThreshold: 1,
  executors: [privateKeyToAddress(devnetKeys.executor)],
  paymasterDeposit: 10n ** 18n,
} as const

function deploy(changes: Partial<DeploymentOptions> = {}): Promise<DeploymentResult> {
  return deployToChain({ rpcUrl: devnet.chains[0]?.node.rpcUrl ?? '', ...order, ...changes })
}

test('deploys under a salt of its own, the second time without a transaction', async () => {
  const first = await deploy()
  expect(first.sent).toBeGreaterThan(10)
  const own = devnet.network.chains[0]?.contracts.originEscrow
  expect(first.contracts.find(({ name }) => name === 'OriginEscrow')?.address).not.toBe(own)
  expect(await deploy()).toEqual({ ...first, sent: 0 })
})

test('hands over what has an owner, and says what the deployer cannot set up any more', async () => {
  const salt = `0x${'6b'.repeat(32)}` as const
  const deployer = privateKeyToAddress(devnetKeys.deployer)
  const cold = privateKeyToAccount(generatePrivateKey())
  const offered = await deploy({ salt, owner: cold.address })
  expect(offered.owned.map(({ name, owner, offeredTo }) => [name, owner, offeredTo])).toEqual([
    ['Signers', deployer, cold.address],
    ['SponsorPaymaster', deployer, cold.address],
  ])
  expect(await deploy({ salt, owner: cold.address })).toEqual({ ...offered, sent: 0 })

  await acceptAll(offered, cold)
  const taken = await deploy({ salt, owner: cold.address })
  expect(taken.sent).toBe(0)
  expect(taken.owned.map(({ owner, offeredTo }) => [owner, offeredTo])).toEqual([
    [cold.address, undefined],
    [cold.address, undefined],
  ])
  const thirdParty = privateKeyToAddress(generatePrivateKey())
  await expect(deploy({ salt, owner: thirdParty })).rejects.toThrow(
    `Signers belongs to ${cold.address}, who alone can hand it over.`,
  )
  await expect(deploy({ salt, executors: [thirdParty] })).rejects.toThrow(
    `SponsorPaymaster belongs to ${cold.address}, who has to register the executor ${thirdParty}.`,
  )
})

test('a chain that no network serves gets no transaction', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push(body)
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x5"}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  const rpcUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  await expect(deploy({ rpcUrl })).rejects.toThrow(
    'No network of this version serves the chain 5, so nothing was sent.',
  )
  expect(asked).toEqual([expect.stringContaining('eth_chainId')])
  server.close()
})

test('a deployer without coins is said in one line, with its address', async () => {
  const deployerKey = generatePrivateKey()
  await expect(deploy({ deployerKey })).rejects.toThrow(
    new RegExp(
      `^Sending failed on chain 71117001 after 0 transactions: [^\\n]+ The deployer ${privateKeyToAddress(deployerKey)} has 0 coins there; fund it and call this again\\.$`,
    ),
  )
})

async function acceptAll({ owned }: DeploymentResult, account: PrivateKeyAccount): Promise<void> {
  const [chain] = devnet.chains
  if (!chain) throw new Error('The devnet has no chain.')
  await chain.client.setBalance({ address: account.address, value: 10n ** 18n })
  const wallet = createWalletClient({ account, transport: http(chain.node.rpcUrl) })
  for (const { address } of owned) {
    const hash = await wallet.writeContract({
      address,
      abi: signersAbi,
      functionName: 'acceptOwnership',
      chain: null,
    })
    expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
}
