import { EventEmitter, once } from 'node:events'

import { expect } from '@playwright/test'
import { expectNoBarriers } from '../../pages/accessibility.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'

test.use(halfSize)

const faucet = '**/devnet/faucet'

test('the account is shown once it is funded, and never empty', async ({ page }) => {
  await page.goto('/')
  const gate = new EventEmitter()
  const opened = once(gate, 'open')
  await page.route(faucet, async (route) => {
    await opened
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const connected = tryItNow(page)
  await expect(page.getByRole('button', { name: /Funding your account/ })).toBeVisible()
  await expectNoBarriers(page, 'while it is funded')
  expect(asked.filter((path) => path.endsWith('/devnet/faucet')).length).toBeGreaterThan(0)
  expect(asked.filter((path) => path.endsWith('/aggregated-balance'))).toEqual([])
  gate.emit('open')
  await connected
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
})

test('a failing faucet is reported, and a retry uses the same key', async ({ page }) => {
  await page.goto('/')
  await page.route(faucet, (route) => route.abort())
  await page.getByRole('button', { name: /Try it now/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'That didn’t work' })).toBeVisible()
  await expectNoBarriers(page, 'a faucet that gives nothing')
  const made = await page.evaluate(keptWallet)
  expect(made).not.toBeNull()
  await page.unrouteAll({ behavior: 'wait' })
  await tryItNow(page)
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  expect(await page.evaluate(keptWallet)).toBe(made)
})

test('a wallet that is made is connected once its recovery phrase was written down', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Create a wallet/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Create a wallet in this browser' })
  await expect(dialog).toContainText('For test funds only')
  await expectPictures(page, 'wallet-create')
  await dialog.getByRole('button', { name: 'Create wallet' }).click()
  await expect(dialog.getByRole('list', { name: 'Recovery phrase' })).toBeVisible()
  const account = page.getByRole('button', { name: /^Account 0x/ })
  await expect(account).toHaveCount(0)
  await expectPictures(page, 'wallet-phrase')
  await dialog.getByRole('button', { name: 'I’ve written them down' }).click()
  await expect(dialog).toBeHidden()
  await expect(account).toBeVisible()
  await expect(page.getByRole('button', { name: 'Get test funds' }).first()).toBeVisible()
  await expectPictures(page, 'balances-empty')
})

/** Runs in the page: the stored local wallet. */
function keptWallet(): string | null {
  return localStorage.getItem('estuary.wallet')
}
