import { expect } from '@playwright/test'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import {
  expectCalled,
  prepare,
  readRedeemed,
  readShares,
  signCall,
  takeExample,
} from '../../pages/callFlow.ts'
import { reloadFromWithin } from '../../pages/reloadFromWithin.ts'
import { test } from '../../fixtures/flow.ts'
import { readAmount } from '../../pages/holdings.ts'
import { getAsset, fund } from '../../product/service.ts'
import { expectInHistory, signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'

const typedData = 'eth_signTypedData_v4'
const { vault, usdc } = devnetAddresses

test('a deposit into a vault on one chain, paid from another, gives exactly its shares', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  const paidAsset = getAsset(service, 'agg:usdc', 'Firth')
  await fund(service, { address: account, assetType: paidAsset, amount: '400000000' })
  const deposit = { chain: 'Lagoon', account, assets: 250_000_000n }
  const before = await readShares(service, deposit)

  await takeExample(page, 'Lagoon')
  await expect(page.getByText('Vault for USDC. ERC-4626 vault.'), 'recognized').toBeVisible()
  await page.getByRole('textbox', { name: /^assets/ }).fill('250')
  await reloadFromWithin(page)
  await expect(page.getByRole('textbox', { name: /^assets/ })).toHaveValue('250')
  await expect(page.getByText('Sent as 250000000')).toBeVisible()
  await expect(page.getByText('You have none here. 250.00 USDC comes from')).toBeVisible()

  await prepare(page)
  const call = page.getByRole('article', { name: 'Make your call on Lagoon' })
  await expect(call).toContainText('The solver advances 250.00 USDC for this call')
  await expect(call).toContainText('Deposit 250.00 USDC into the vault')
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary, 'about what it will cost').toContainText(/About 25\d\.\d+ USDC, fees/)
  await signCall(page)
  expect(wallet.countOf(typedData), 'the call is signed').toBe(1)
  await expect(page.getByText(/^Pay 25\d\.\d+ USDC on Firth\. Your call on Lagoon/)).toBeVisible()

  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  expect(wallet.countOf(typedData), 'the call and one deposit').toBe(2)
  const after = await readShares(service, deposit)
  expect(after.held - before.held).toBe(before.preview)
  expect(await readAmount(service, { address: account, assetType: paidAsset })).toBe(
    400_000_000n - BigInt(quote.originToken.amount),
  )
  await expectCalled(page, [
    'Deposit 250.00 USDC into the vault',
    '250.00 USDC advanced by the solver',
  ])
  await expect(
    page.getByRole('list').getByText('The escrow paid the solver on Firth'),
  ).toBeVisible()
  await expectInHistory(page, {
    quote,
    words: ['Completed', 'Contract call on Lagoon', 'Call has run'],
  })
  // The total still includes the deposit: the vault reports the value of the shares.
  await page.getByRole('link', { name: 'Balances', exact: true }).click()
  const vaulted = page.getByRole('listitem', { name: 'USD Coin in a vault', exact: true })
  await expect(vaulted.getByText(/^\$(249\.9|250\.0)/).first()).toBeVisible()
  await vaulted.getByRole('button', { name: 'Show vUSDC by chain' }).click()

  const redeemed = await readRedeemed(service, deposit)
  await vaulted.getByRole('link', { name: 'Withdraw from the vault on Lagoon' }).click()
  await expect(page.getByRole('region', { name: 'Simulation' })).toContainText('USDC')
  await prepare(page)
  await expect(page.getByRole('checkbox'), 'it is this app that filled it in').toHaveCount(0)
  await signCall(page)
  const withdrawal = await signAndSend(page)
  await watchToTheEnd(page, withdrawal)
  expect((await readShares(service, deposit)).held).toBe(before.held)
  const here = { address: account, assetType: getAsset(service, 'agg:usdc', 'Lagoon') }
  // The unit beside it brought the fee, as the account had nothing on that chain.
  expect(await readAmount(service, here)).toBe(redeemed + 1n)
})

test('a call that the account can pay for on the target chain is signed once', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  const asset = getAsset(service, 'agg:usdc', 'Delta')
  await fund(service, { address: account, assetType: asset, amount: '300000000' })
  const deposit = { chain: 'Delta', account, assets: 100_000_000n }
  const before = await readShares(service, deposit)
  // The page would see the funds by itself, up to 10 s later.
  await page.reload()
  await takeExample(page, 'Delta')
  await expect(page.getByText('You already have all of it here.')).toBeVisible()
  await prepare(page)
  await expect(page.getByText(/You sign once\.$/)).toBeVisible()
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expectCalled(page, [
    'Deposit 100.00 USDC into the vault',
    'from your account’s balance there.',
  ])
  expect(wallet.countOf(typedData)).toBe(1)
  expect(quote.originChainsOperations).toHaveLength(1)
  const after = await readShares(service, deposit)
  expect(after.held - before.held).toBe(before.preview)
})

test('an approval is refused in the form and becomes an allowance, and a call that would fail says why', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  const approve = { to: usdc, abi: 'erc20', fn: 'approve(address,uint256)', args: [vault, '50e6'] }
  const redeem = {
    to: vault,
    abi: `function redeem(uint256 shares, address receiver, address owner)
function convertToShares(uint256 assets) view returns (uint256 shares)
function withdraw(uint256 assets, address receiver, address owner) view returns (uint256)
error ERC4626ExceededMaxRedeem(address holder, uint256 wanted, uint256 allowed)`,
    fn: 'redeem(uint256,address,address)',
    args: ['7e6', account, account],
  }
  const calls = encodeURIComponent(JSON.stringify([approve, redeem]))
  await page.goto(`/call?calls=${calls}`)
  const button = page.getByRole('button', { name: 'Prepare operation' })
  await expect(button).toBeDisabled()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Calls can’t approve spending' }),
  ).toContainText('Add an allowance instead')
  await page.getByRole('button', { name: 'Add as allowance' }).click()
  const allowance = page.getByRole('group', { name: 'Allowance 1' })
  await expect(allowance.getByRole('textbox', { name: /amount/ })).toHaveValue('50')
  await expect(allowance.getByRole('textbox', { name: /spender/ })).toHaveValue(vault)
  const list = page.getByRole('region', { name: 'Calls', exact: true }).getByRole('listitem')
  await expect(list).toHaveText([/Redeem/])

  const reader = page.getByRole('group').filter({ hasText: 'Read contract' })
  await reader.getByText('Read contract').click()
  const choice = reader.getByRole('combobox', { name: 'Function to read' })
  await choice.selectOption('convertToShares(uint256)')
  await reader.getByRole('textbox', { name: /^assets/ }).fill('3')
  await reader.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(reader.getByRole('status')).toContainText(/shares\s*(2\.99|3)/)
  await choice.selectOption('withdraw(uint256,address,address)')
  await reader.getByRole('textbox', { name: /^assets/ }).fill('3')
  await reader.getByRole('textbox', { name: /^receiver/ }).fill(account)
  await reader.getByRole('textbox', { name: /^owner/ }).fill(account)
  await reader.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(reader.getByRole('status')).toContainText('The call reverted')
  await expect(reader.getByRole('status')).toContainText('ERC4626ExceededMaxWithdraw')

  await expect(page.getByRole('button', { name: 'Call 1 would revert' })).toBeDisabled()
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('You have nothing to withdraw from this vault.')
  await expect(simulation, "by the names of the user's own ABI").toContainText(
    new RegExp(`ERC4626ExceededMaxRedeem.*holder.*${account}.*wanted.* vUSDC.*allowed.*0`, 'i'),
  )
  await expect(page.getByRole('textbox', { name: /^shares/ })).toHaveValue('7')
  expect(wallet.countOf(typedData)).toBe(0)
})
