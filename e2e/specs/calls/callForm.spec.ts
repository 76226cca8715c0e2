import { expect, type Page } from '@playwright/test'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { takeExample } from '../../pages/callFlow.ts'
import { test } from '../../fixtures/flow.ts'
import {
  getAsset,
  getChainByName,
  getChainNumber,
  fund,
  type ServiceInfo,
} from '../../product/service.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'

test.use(halfSize)

const { vault, weth } = devnetAddresses

test('a batch is saved to a file and loaded again; errors in a file are explained', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await takeExample(page, 'Delta')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const path = await (await saved).path()
  await page.goto('/call')
  await page.getByLabel('Batch of calls (JSON)').setInputFiles(path)
  await expect(page.getByRole('textbox', { name: /^assets/ })).toHaveValue('100000000')
  await expect(page.getByRole('textbox', { name: /^receiver/ })).toHaveValue(account)
  await expect(page.getByRole('combobox', { name: 'Chain' }).locator(':checked')).toHaveText(
    'Delta',
  )
  await expect(page.getByText('One call imported')).toBeVisible()

  await importText(page, batchText(service, { to: '0x12' }))
  const said = page.getByRole('alert').filter({ hasText: 'Not imported' })
  await expect(said).toContainText('Call 1 targets “0x12”, which isn’t an address.')
  await expect(page.getByRole('textbox', { name: /^assets/ })).toHaveValue('100000000')
})

test('on a phone, notifications do not cover the button', async ({ page, service, wallet }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await connectWallet(page, wallet.name)
  await page.goto('/call')
  await importText(page, batchText(service, { to: weth, data: '0xd0e30db0', value: '1' }))
  const toast = page.getByRole('status').filter({ hasText: 'One call imported' })
  await expect(toast).toBeVisible()
  const button = page.getByRole('button', { name: 'Prepare operation' })
  const [over, under] = [await toast.boundingBox(), await button.boundingBox()]
  expect(over && under && over.y + over.height <= under.y, 'nothing lies over the button').toBe(
    true,
  )
  await button.click({ trial: true })
})

test('a call can be made by the keyboard alone', async ({ page, service, wallet }) => {
  const account = await connectWallet(page, wallet.name)
  const paidAsset = getAsset(service, 'agg:usdc', 'Firth')
  await fund(service, { address: account, assetType: paidAsset, amount: '400000000' })
  await page.goto('/call')
  await press(page, { role: 'combobox', name: 'Chain', key: 'End' })
  await press(page, { role: 'button', name: 'Deposit into a vault', key: 'Enter' })
  await expectNoBarriersInAnyLook(page, 'the form')
  await press(page, { role: 'button', name: /^Advanced/, key: 'Enter' })
  await expectNoBarriersInAnyLook(page, 'the advanced settings')
  await press(page, { role: 'button', name: 'Prepare operation', key: 'Enter' })
  await expect(page.getByRole('heading', { name: 'Review and sign the call' })).toBeVisible()
  await expectNoBarriersInAnyLook(page, 'the first review')
  await press(page, { role: 'button', name: 'Sign one operation', key: 'Enter' })
  await expect(page.getByRole('heading', { name: 'Review and sign the payment' })).toBeVisible()
  await expectNoBarriersInAnyLook(page, 'the second review')
  await press(page, { role: 'button', name: 'Sign one operation', key: 'Enter' })
  await expect(page).toHaveURL(/\/executions\//)
  await expect(page.getByRole('status').getByText('Completed')).toBeVisible()
  await expectNoBarriersInAnyLook(page, 'the execution')
})

test('a failing call and a saved draft are accessible', async ({ page, service, wallet }) => {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  const redeem = {
    to: vault,
    abi: 'erc4626',
    fn: 'redeem(uint256,address,address)',
    args: ['7', account, account],
  }
  const prepare = page.getByRole('button', { name: 'Prepare operation' })
  await page.goto(`/call?calls=${encodeURIComponent(JSON.stringify([redeem]))}`)
  const simulation = page.getByRole('region', { name: 'Simulation' })
  await expect(simulation).toContainText('Call 1 would revert: Redeem')
  await expect(simulation).toContainText('ERC4626ExceededMaxRedeem')
  await page.setViewportSize({ width: 390, height: 844 })
  const refused = page.getByRole('button', { name: 'Call 1 would revert' })
  await expect(refused, 'it is off, and says why').toBeDisabled()
  await expect(page.getByText('ERC4626ExceededMaxRedeem'), 'said once').toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectPictures(page, 'call-refused')
  await page.goto('/call')
  await takeExample(page, 'Delta')
  await prepare.click()
  await expect(page.getByRole('heading', { name: 'Review and sign the call' })).toBeVisible()
  await page.goto('/call')
  await expect(page.getByText('You have a prepared call')).toBeVisible()
  await expectPictures(page, 'call-kept')
})

/** Tabs to a control and presses a key on it. */
async function press(
  page: Page,
  what: { role: 'button' | 'combobox'; name: string | RegExp; key: string },
): Promise<void> {
  const control = page.getByRole(what.role, { name: what.name, exact: true })
  await expect(control).toBeEnabled()
  for (let steps = 0; steps < 80; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press(what.key)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(what.name)} is not reached by Tab`)
}

async function importText(page: Page, text: string): Promise<void> {
  const file = { name: 'batch.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await page.getByLabel('Batch of calls (JSON)').setInputFiles(file)
}

/** A file with one call on Firth. */
function batchText(service: ServiceInfo, call: object): string {
  const chainId = String(getChainNumber(getChainByName(service, 'Firth').chain))
  return JSON.stringify({ version: '1.0', chainId, transactions: [call] })
}
