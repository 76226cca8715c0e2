import { expect, type Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { swapRouterAbi } from '#contracts/abi/swapRouter.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { getNode, prepare } from '../../pages/callFlow.ts'
import { test } from '../../fixtures/flow.ts'
import { readAmount } from '../../pages/holdings.ts'
import { getAsset, fund } from '../../product/service.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'

const { usdc, weth, swapRouter } = devnetAddresses
const friend = '0x0000000000000000000000000000000000f41e4d'
const deadline = '99999999999'

test('a batch typed field by field from a JSON ABI, with a tuple, an array and raw call data, is carried out', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  const [paid, got] = [
    getAsset(service, 'agg:usdc', 'Delta'),
    getAsset(service, 'agg:usdc', 'Firth'),
  ]
  await fund(service, { address: account, assetType: paid, amount: '300000000' })
  await fund(service, { address: account, assetType: got, amount: '300000000' })
  await page.goto('/call')
  await page.getByRole('combobox', { name: 'Chain' }).selectOption({ label: 'Delta' })

  await choose(page, { to: swapRouter, signature: /^exactInputSingle/ })
  const tuple = page.getByRole('group', { name: /^params/ })
  const values = {
    tokenIn: usdc,
    tokenOut: weth,
    fee: '500',
    deadline,
    amountIn: '100000000',
    amountOutMinimum: '1',
    sqrtPriceLimitX96: '0',
  }
  for (const [name, value] of Object.entries(values)) await fill(tuple, { name, value })
  await tuple.getByRole('button', { name: 'My account' }).click()

  await page.getByRole('button', { name: 'Add call' }).click()
  await choose(page, { to: swapRouter, signature: /^multicall/ })
  const refund = encodeFunctionData({
    abi: [
      { type: 'function', name: 'refundETH', stateMutability: 'payable', inputs: [], outputs: [] },
    ],
  })
  await page.getByRole('button', { name: 'Add to data' }).click()
  await page.getByRole('textbox', { name: /^data 1/ }).fill(refund)

  await page.getByRole('button', { name: 'Add call' }).click()
  await page.getByRole('textbox', { name: 'Contract' }).fill(usdc)
  await page.getByText('Raw call data', { exact: true }).click()
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [friend, 7n],
  })
  await page.getByRole('textbox', { name: 'Call data' }).fill(transfer)

  // What the calls need is found by a simulation.
  const needed = page.getByRole('region', { name: 'Requirements' })
  await expect(needed).toContainText('From a simulation')
  await expect(needed).toContainText('100.000007 USDC')
  await expect(needed).toContainText(/can spend100(\.00)? USDC/)
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('All 3 succeed')
  await expect(simulation.getByRole('row', { name: /^WETH/ })).toContainText('+')
  await expect(simulation.getByRole('row', { name: /^USDC/ })).toContainText('\u2212100.000007')

  await page.getByRole('button', { name: 'Move up' }).click()
  await page.getByRole('button', { name: 'Move up' }).click()
  const calls = page.getByRole('region', { name: 'Calls', exact: true }).getByRole('listitem')
  await expect(calls).toHaveText([/Raw data/, /Exact input single/, /Multicall/])
  await expect(simulation).toContainText('All 3 succeed')

  const before = await wethOf(account)
  await prepare(page)
  const call = page.getByRole('article', { name: 'Make your 3 calls on Delta' })
  await expect(call).toContainText('exactInputSingle')
  await expect(call).toContainText('multicall')
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  expect(await wethOf(account)).toBeGreaterThan(before)
  expect(await usdcOf(friend)).toBe(7n)
  expect(await readAmount(service, { address: account, assetType: paid })).toBe(
    300_000_000n - BigInt(quote.originToken.amount),
  )

  async function wethOf(owner: Hex): Promise<bigint> {
    return held(weth, owner)
  }
  async function usdcOf(owner: Hex): Promise<bigint> {
    return held(usdc, owner)
  }
  async function held(address: Hex, owner: Hex): Promise<bigint> {
    const read = { address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] } as const
    return getNode(service, 'Delta').readContract(read)
  }
})

/** Enters a contract with the router's JSON ABI and selects one of its functions. */
async function choose(page: Page, call: { to: string; signature: RegExp }): Promise<void> {
  await page.getByRole('textbox', { name: 'Contract' }).fill(call.to)
  await page.getByRole('combobox', { name: 'Interface' }).selectOption({ label: 'Paste an ABI' })
  await page.getByRole('textbox', { name: 'ABI' }).fill(JSON.stringify(swapRouterAbi))
  const list = page.getByRole('combobox', { name: 'Function' })
  const label = await list.getByRole('option').filter({ hasText: call.signature }).textContent()
  await list.selectOption({ label: label ?? '' })
}

async function fill(
  group: ReturnType<Page['getByRole']>,
  { name, value }: { name: string; value: string },
): Promise<void> {
  await group.getByRole('textbox', { name: new RegExp(`^${name} `) }).fill(value)
}
