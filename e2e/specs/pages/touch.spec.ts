import { expect } from '@playwright/test'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { test } from '../../fixtures/flow.ts'
import { expectTouchable } from '../../pages/touch.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'
import { visit } from '../../pages/visit.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a finger beside the middle of a control still meets it on a phone', async ({
  page,
  service,
}) => {
  await page.goto('/')
  const account = await tryItNow(page)
  await expectBalances(page, { service, account, solana: await readLocalSolanaAddress(page) })
  await expectTouchable(page, 'balances')

  await visit(page, '/send')
  await expect(page.getByRole('button', { name: 'Send all' })).toBeVisible()
  await expectTouchable(page, 'send')

  await visit(page, '/swap?amount=100')
  await page.getByRole('button', { name: 'Review swap' }).filter({ visible: true }).waitFor()
  await expectTouchable(page, 'swap')

  await page.getByRole('button', { name: 'Review swap' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expectTouchable(page, 'execution')

  await visit(page, '/history')
  await expect(page.getByText('Completed').filter({ visible: true }).first()).toBeVisible()
  await expectTouchable(page, 'history')
})
