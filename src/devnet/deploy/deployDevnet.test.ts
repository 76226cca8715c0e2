import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { quoterV2Abi } from '#contracts/abi/quoterV2.ts'
import { signersAbi } from '#contracts/abi/signers.ts'
import { sponsorPaymasterAbi } from '#contracts/abi/sponsorPaymaster.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { getChainPlan, poolFee } from '../plan/chainPlan.ts'
import { deployDevnet } from './deployDevnet.ts'
import { planDevnet } from '../plan/devnetPlan.ts'
import { devnetKeys } from '../plan/keys.ts'
import { computeDriftBps, readPoolPrice } from '../feeds/poolPrices.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'

let devnet: TestDevnet
const plan = planDevnet()

beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

test('deploying a second time sends nothing', async () => {
  for (const { client } of devnet.chains) {
    const before = await noncesOf(client)
    await deployDevnet(client, { plan, feedAgeSeconds: 3_600n })
    expect(await noncesOf(client)).toEqual(before)
  }
})

test('the keys are installed, the executors are registered and the paymaster can pay', async () => {
  for (const { client } of devnet.chains) {
    const signers = { address: devnetAddresses.signers, abi: signersAbi } as const
    const paymaster = { address: devnetAddresses.paymaster, abi: sponsorPaymasterAbi } as const
    const entryPoint = { address: devnetAddresses.entryPoint, abi: entryPointAbi } as const
    expect([
      await client.readContract({ ...signers, functionName: 'cosigner' }),
      await client.readContract({ ...signers, functionName: 'paymasterSigner' }),
      await client.readContract({ ...signers, functionName: 'attestors' }),
      await client.readContract({
        ...paymaster,
        functionName: 'isExecutor',
        args: [devnet.network.roles.executor],
      }),
      await client.readContract({
        ...paymaster,
        functionName: 'isExecutor',
        args: [privateKeyToAccount(devnetKeys.executorB).address],
      }),
      await client.readContract({
        ...entryPoint,
        functionName: 'balanceOf',
        args: [devnetAddresses.paymaster],
      }),
    ]).toEqual([
      privateKeyToAccount(devnetKeys.cosigner).address,
      privateKeyToAccount(devnetKeys.paymasterSigner).address,
      [privateKeyToAccount(devnetKeys.attestor).address],
      true,
      true,
      10n ** 21n,
    ])
  }
})

test('every pool of the network stands at the price of its feeds', async () => {
  for (const { client, number, chainId } of devnet.chains) {
    const { pools } = getChainPlan(plan, number)
    const listed = devnet.network.pools.filter((pool) => pool.chainId === chainId)
    expect(pools.map(({ address }) => address)).toEqual(listed.map(({ pool }) => pool))
    for (const pool of pools) expect(computeDriftBps(await readPoolPrice(client, pool))).toBe(0n)
  }
})

test('10,000 dollars buy Ether within 0.3 % of the feed on every chain', async () => {
  for (const { client } of devnet.chains) {
    const question = {
      tokenIn: devnetAddresses.usdc,
      tokenOut: devnetAddresses.weth,
      amountIn: 10_000_000_000n,
      fee: poolFee,
      sqrtPriceLimitX96: 0n,
    }
    const { result } = await client.simulateContract({
      address: devnetAddresses.quoter,
      abi: quoterV2Abi,
      functionName: 'quoteExactInputSingle',
      args: [question],
    })
    const fair = (10_000n * 10n ** 18n) / 3_000n
    expect(result[0]).toBeLessThan(fair)
    expect(result[0]).toBeGreaterThan((fair * 997n) / 1_000n)
  }
})

test('10,000 USDC buy as many USDT where USDT has 18 decimals', async () => {
  const [, delta] = devnet.chains
  if (!delta) throw new Error('There is no second chain.')
  const question = {
    tokenIn: devnetAddresses.usdc,
    tokenOut: devnetAddresses.usdt18,
    amountIn: 10_000_000_000n,
    fee: poolFee,
    sqrtPriceLimitX96: 0n,
  }
  const { result } = await delta.client.simulateContract({
    address: devnetAddresses.quoter,
    abi: quoterV2Abi,
    functionName: 'quoteExactInputSingle',
    args: [question],
  })
  expect(result[0]).toBeGreaterThan(9_970n * 10n ** 18n)
})

async function noncesOf(client: TestDevnet['chains'][number]['client']): Promise<number[]> {
  const keys = Object.values(devnetKeys)
  return Promise.all(
    keys.map((key) => client.getTransactionCount({ address: privateKeyToAccount(key).address })),
  )
}
