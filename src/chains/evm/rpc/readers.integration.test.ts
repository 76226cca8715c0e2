import { createWalletClient, http } from 'viem'
import { concat, encodeFunctionData, pad } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { accountFactoryAbi } from '#contracts/abi/accountFactory.ts'
import { roleAccountAbi } from '#contracts/abi/roleAccount.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { createEvmClient, type EvmClient } from './client.ts'
import { isHeldBy } from '../account/isHeldBy.ts'
import {
  type AccountKeys,
  buildCloneCode,
  buildDeployment,
  predictAccount,
} from '../account/predictAccount.ts'
import { buildBalanceRead, readBalances } from '../assets/readBalances.ts'
import { readContract } from '../assets/readContract.ts'
import { readFeeds } from '../assets/readFeeds.ts'
import { readMany } from './readMany.ts'
import { readPool } from '../market/readPool.ts'

const holder: EvmAddress = '0x000000000000000000000000000000000000bEEF'
const impostor: EvmAddress = '0x00000000000000000000000000000000000f41e9'

let devnet: TestDevnet
let chain: EvmNetworkChain
let client: EvmClient
beforeAll(async () => {
  devnet = await startTestDevnet()
  const [first] = devnet.network.chains
  if (!first) throw new Error('The devnet has no chain.')
  chain = first
  client = createEvmClient(chain.chainId, { rpcUrl: chain.rpcUrl })
})
afterAll(() => devnet.stop())

test('reads coin and tokens of an account at one block, in the order asked for', async () => {
  const assetTypes = devnet.network.aggregates
    .flatMap(({ members }) => members.map(({ assetType }) => assetType))
    .filter((assetType) => assetType.startsWith(`${chain.chainId}/`))
  const wishes = assetTypes.map((assetType, index) => ({ assetType, amount: BigInt(index + 1) }))
  await devnet.faucet.send(holder, wishes)

  const read = await readBalances(client, { account: holder, assetTypes })
  expect(read.balances).toEqual(wishes.map(({ amount }) => amount))
  expect(read.blockNumber).toBeGreaterThan(0n)
})

test('reads a thousand values, more than one request can carry', async () => {
  const usdc = devnet.network.aggregates[0]?.members[0]?.assetType ?? chain.nativeAsset
  const reads = Array.from({ length: 1_000 }, () => buildBalanceRead(usdc, holder))
  const { values } = await readMany(client, reads)
  const [first] = values
  expect(values).toHaveLength(1_000)
  expect(values.every((value) => value?.[0] === first?.[0] && value?.[0] !== 0n)).toBe(true)
})

test('says which value cannot be read and still reads the others', async () => {
  const { values } = await readMany(client, [
    { kind: 'call', to: holder, data: '0x70a08231', words: 1 },
    { kind: 'code', of: chain.contracts.entryPoint },
    { kind: 'call', to: chain.contracts.originEscrow, data: '0xffffffff', words: 1 },
  ])
  expect(values[0]).toBeUndefined()
  expect(values[1]?.[0]).toBeGreaterThan(0n)
  expect(values[2]).toBeUndefined()
})

test('predicts the address that the factory on the chain gives', async () => {
  const node = devnet.chains.find(({ chainId }) => chainId === chain.chainId)
  const factory = { address: chain.contracts.accountFactory, abi: accountFactoryAbi } as const
  const admin: EvmAddress = '0x00000000000000000000000000000000000000a1'
  const [role, basic] = await Promise.all([
    node?.client.readContract({ ...factory, functionName: 'roleAccount', args: [holder, admin] }),
    node?.client.readContract({ ...factory, functionName: 'basicAccount', args: [holder] }),
  ])
  const { contracts } = chain
  expect(predictAccount({ kind: 'roleBased', session: holder, admin }, contracts)).toBe(role)
  expect(predictAccount({ kind: 'basic', signer: holder }, contracts)).toBe(basic)
})

describe('an account is held by its keys', () => {
  const session: EvmAddress = '0x00000000000000000000000000000000000000c1'
  const later: EvmAddress = '0x00000000000000000000000000000000000000c2'
  const admin: EvmAddress = '0x00000000000000000000000000000000000000a2'
  const keys = { kind: 'roleBased', session, admin } as const

  test('while it stands, and by the session key that the admin put in the place of the first', async () => {
    const account = predictAccount(keys, chain.contracts)
    expect(await isHeld(account, keys)).toBe(false)
    const { factory: to, factoryData: data } = buildDeployment(keys, chain.contracts)
    await sendAs(holder, { to, data })
    expect(await isHeld(account, keys)).toBe(true)
    expect(await isHeld(account, { ...keys, admin: later })).toBe(false)
    expect(await isHeld(account, { kind: 'basic', signer: admin })).toBe(false)
    const replaced = { abi: roleAccountAbi, functionName: 'replaceSession', args: [later] } as const
    await sendAs(admin, { to: account, data: encodeFunctionData(replaced) })
    expect(await isHeld(account, { ...keys, session: later })).toBe(true)
    expect(await isHeld(account, keys)).toBe(false)
  })

  test('never because a contract of somebody else answers with them', async () => {
    const signer = pad(admin)
    for (const [code, by] of [
      // PUSH32 key, MSTORE at 0, RETURN.
      [concat(['0x7f', signer, '0x5f5260205ff3']), { kind: 'basic', signer: admin }],
      [concat(['0x7f', pad(session), '0x5f527f', signer, '0x60205260405ff3']), keys],
      // A genuine clone, but at an address that does not derive from its keys; on other chains that
      // address may hold any code.
      [buildCloneCode(keys, chain.contracts), keys],
      [
        buildCloneCode({ kind: 'basic', signer: admin }, chain.contracts),
        { kind: 'basic', signer: admin },
      ],
      [`0xef0100${chain.contracts.delegate.slice(2)}`, { kind: 'basic', signer: admin }],
    ] as const) {
      await nodeClient().setCode({ address: impostor, bytecode: code })
      expect(await isHeld(impostor, by)).toBe(false)
    }
  })
})

test('reads feeds, and a pool that agrees with them', async () => {
  const [usdc, , eth] = devnet.network.aggregates
  const feeds = [usdc, eth].flatMap((aggregate) => aggregate?.members[0]?.feed ?? [])
  const { answers } = await readFeeds(client, feeds)
  expect(answers.map((answer) => answer?.answer)).toEqual([10n ** 8n, 3000n * 10n ** 8n])

  const tokenIn: EvmAddress = `0x${usdc?.members[0]?.assetType.split('0x')[1] ?? ''}`
  const { wrappedNative: tokenOut, quoter } = chain.contracts
  const given = await readPool(client, {
    quoter,
    tokenIn,
    tokenOut,
    poolFee: 500,
    amountIn: 3_000_000n,
  })
  expect(Number(given)).toBeGreaterThan(0.999e15)
  expect(Number(given)).toBeLessThan(1e15)
  expect(
    await readPool(client, { quoter, tokenIn, tokenOut, poolFee: 3000, amountIn: 1n }),
  ).toBeUndefined()
})

test('reads what a contract is: a vault and its asset, a token, a proxy, nothing at all', async () => {
  const { vault } = chain
  if (vault === undefined) throw new Error('The chain has no vault.')
  const [usdc] = devnet.network.aggregates[0]?.members ?? []
  const token: EvmAddress = `0x${usdc?.assetType.split('0x')[1] ?? ''}`
  const read = await readContract(client, vault)
  expect(read).toMatchObject({ hasCode: true, implementation: undefined })
  expect(read.token?.decimals).toBeGreaterThan(0)
  expect(read.vaultAsset).toMatchObject({ symbol: 'USDC', decimals: 6 })
  expect(read.vaultAsset?.address.toLowerCase()).toBe(token.toLowerCase())
  // deposit(uint256,address) and redeem(uint256,address,address)
  expect(read.selectors).toEqual(expect.arrayContaining(['0x6e553f65', '0xba087652']))

  await nodeClient().setCode({
    address: impostor,
    bytecode: `0x363d3d373d3d3d363d73${token.slice(2)}5af43d82803e903d91602b57fd5bf3`,
  })
  const proxy = await readContract(client, impostor)
  expect(proxy.implementation?.toLowerCase()).toBe(token.toLowerCase())
  expect(proxy.selectors, 'those of its implementation').toContain('0xa9059cbb')

  const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
  await nodeClient().setCode({ address: impostor, bytecode: '0x00' })
  await nodeClient().setStorageAt({ address: impostor, index: slot, value: pad(token) })
  expect((await readContract(client, impostor)).implementation?.toLowerCase()).toBe(
    token.toLowerCase(),
  )

  expect(await readContract(client, '0x00000000000000000000000000000000000e4a17')).toEqual({
    hasCode: false,
    implementation: undefined,
    token: undefined,
    vaultAsset: undefined,
    selectors: [],
  })
})

function isHeld(account: EvmAddress, by: AccountKeys): Promise<boolean> {
  return isHeldBy(client, { account, keys: by, origin: chain.contracts })
}

function nodeClient(): DevnetChain['client'] {
  const node = devnet.chains.find(({ chainId }) => chainId === chain.chainId)
  if (!node) throw new Error('The chain has no node.')
  return node.client
}

/** Sends from an address without its key. */
async function sendAs(address: EvmAddress, call: { to: EvmAddress; data: Hex }): Promise<void> {
  const node = nodeClient()
  await node.setBalance({ address, value: 10n ** 18n })
  await node.impersonateAccount({ address })
  const wallet = createWalletClient({ account: address, transport: http(chain.rpcUrl) })
  const hash = await wallet.sendTransaction({ chain: null, ...call })
  const { status } = await node.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}
