import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type ChainId, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { startTestDevnet, type TestDevnet } from './startTestDevnet.ts'

let devnet: TestDevnet

beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

test('every contract of the network stands on every chain', async () => {
  for (const chain of devnet.network.chains) {
    const client = getClient(devnet, chain.chainId)
    const codes = await Promise.all(
      Object.values(chain.contracts).map((address) => client.getCode({ address })),
    )
    expect(codes.every((code) => code !== undefined && code.length > 2)).toBe(true)
  }
})

test('every member of every aggregate is a token with the decimals of the network file', async () => {
  for (const { assetType, decimals, symbol } of devnet.network.aggregates.flatMap(
    ({ members }) => members,
  )) {
    const { chainId, namespace, reference } = splitAssetType(assetType)
    if (namespace === 'slip44') continue
    const client = getClient(devnet, chainId)
    const address = EvmAddress.parse(reference)
    const read = { address, abi: erc20Abi } as const
    expect([
      await client.readContract({ ...read, functionName: 'decimals' }),
      await client.readContract({ ...read, functionName: 'symbol' }),
    ]).toEqual([decimals, symbol])
  }
})

test('the solver holds every asset on every chain, and the settler may take that and no more', async () => {
  const { solver } = devnet.network.roles
  const spender = devnetAddresses.destinationSettler
  for (const { assetType } of devnet.network.aggregates.flatMap(({ members }) => members)) {
    const { chainId, namespace, reference } = splitAssetType(assetType)
    const client = getClient(devnet, chainId)
    if (namespace === 'slip44') continue
    const read = { address: EvmAddress.parse(reference), abi: erc20Abi } as const
    const held = await client.readContract({ ...read, functionName: 'balanceOf', args: [solver] })
    const allowed = await client.readContract({
      ...read,
      functionName: 'allowance',
      args: [solver, spender],
    })
    expect(await client.getBalance({ address: solver })).toBeGreaterThan(10n ** 21n)
    expect(held).toBeGreaterThan(0n)
    expect(allowed).toBe(held)
  }
})

function getClient({ chains }: TestDevnet, chainId: ChainId) {
  const chain = chains.find((candidate) => candidate.chainId === chainId)
  if (!chain) throw new Error(`No chain ${chainId}.`)
  return chain.client
}
