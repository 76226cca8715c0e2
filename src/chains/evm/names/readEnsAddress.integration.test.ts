import { encodeErrorResult, encodeFunctionData, namehash, parseAbi, size, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devNamesAbi } from '#contracts/abi/devNames.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { createNodeClient } from '#devnet/node/nodeClient.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { devnetNames } from '#devnet/plan/assetsPlan.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { createEvmClient, type EvmClient } from '../rpc/client.ts'
import { readEnsAddress } from './readEnsAddress.ts'

const resolver: EvmAddress = devnetAddresses.names
const vault: EvmAddress = '0x000000000000000000000000000000000000bEEF'

let devnet: TestDevnet
let client: EvmClient
let node: ReturnType<typeof createNodeClient>
beforeAll(async () => {
  devnet = await startTestDevnet()
  const [chain] = devnet.network.chains
  if (!chain) throw new Error('The devnet has no chain.')
  client = createEvmClient(chain.chainId, { rpcUrl: chain.rpcUrl })
  node = createNodeClient(chain.rpcUrl)
})
afterAll(() => devnet.stop())

async function setAddress(name: string, of: { coinType: bigint; value: Hex }): Promise<void> {
  const args = [namehash(name), of.coinType, of.value] as const
  const data = encodeFunctionData({ abi: devNamesAbi, functionName: 'setAddress', args })
  const from = privateKeyToAccount(devnetKeys.deployer)
  await mineCalls(node, { from, calls: [{ to: resolver, data, label: 'name', gas: 200_000n }] })
}

test('a name points to what its owner set, on Ethereum or on the chain that is paid', async () => {
  const ada = devnetNames['ada.eth']
  const found = { kind: 'address', address: ada, isOfChain: true }
  const borrowed = { ...found, isOfChain: false }
  expect(await readEnsAddress(client, { resolver, name: 'ada.eth' })).toEqual(found)
  expect(await readEnsAddress(client, { resolver, name: 'ada.eth', chainNumber: 10 })).toEqual(
    borrowed,
  )

  await setAddress('ada.eth', { coinType: 0x8000_000an, value: vault })
  expect(await readEnsAddress(client, { resolver, name: 'ada.eth' })).toEqual(found)
  expect(await readEnsAddress(client, { resolver, name: 'ada.eth', chainNumber: 8453 })).toEqual(
    borrowed,
  )
  expect(await readEnsAddress(client, { resolver, name: 'ada.eth', chainNumber: 10 })).toEqual({
    kind: 'address',
    address: vault,
    isOfChain: true,
  })
  // An address for all EVM chains goes before Ethereum's.
  await setAddress('ada.eth', { coinType: 0x8000_0000n, value: resolver })
  expect(await readEnsAddress(client, { resolver, name: 'ada.eth', chainNumber: 8453 })).toEqual({
    kind: 'address',
    address: resolver,
    isOfChain: true,
  })
  expect(await readEnsAddress(client, { resolver, name: 'ada.eth' })).toEqual(found)
})

test('a name without an address, or with one of another kind, points to none', async () => {
  const none = { kind: 'none' }
  expect(await readEnsAddress(client, { resolver, name: 'nobody.eth' })).toEqual(none)
  for (const value of ['0x', `0x${'00'.repeat(20)}`, `0x${'11'.repeat(32)}`] as const) {
    await setAddress('odd.eth', { coinType: 60n, value })
    expect(await readEnsAddress(client, { resolver, name: 'odd.eth' }), value).toEqual(none)
  }
})

test('what a server would say is not asked for, and a chain without a resolver is told apart', async () => {
  const at: EvmAddress = '0x00000000000000000000000000000000000e0500'
  const name = 'ada.eth'
  expect(await readEnsAddress(client, { resolver: at, name })).toEqual({ kind: 'noResolver' })
  const lookup = encodeErrorResult({
    abi: parseAbi([
      'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
    ]),
    errorName: 'OffchainLookup',
    args: [at, ['https://gateway.test/{sender}/{data}'], '0x', '0x00000000', '0x'],
  })
  await node.setCode({ address: at, bytecode: revertWith(lookup) })
  expect(await readEnsAddress(client, { resolver: at, name })).toEqual({ kind: 'elsewhere' })
  await node.setCode({ address: at, bytecode: revertWith('0x12345678') })
  expect(await readEnsAddress(client, { resolver: at, name })).toEqual({ kind: 'none' })
})

/** Code that reverts with the data behind it: CODECOPY, then REVERT. */
function revertWith(data: Hex): Hex {
  const length = toHex(size(data), { size: 2 }).slice(2)
  return `0x61${length}600e60003961${length}6000fd${data.slice(2)}`
}
