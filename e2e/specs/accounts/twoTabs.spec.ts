import { expect, type Page } from '@playwright/test'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { signAndSend } from '../../pages/swapFlow.ts'

test('two tabs that are about to sign for the same funds warn about each other', async ({
  page,
  context,
  service,
}) => {
  await page.goto('/')
  const account = await tryItNow(page)
  await expectBalances(page, { service, account, solana: await readLocalSolanaAddress(page) })
  const other = await context.newPage()
  await reviewSwap(page, 'from=agg:usdc&to=agg:eth&amount=100')
  await expect(note(page)).toBeHidden()
  await reviewSwap(other, 'from=agg:usdc&to=agg:eth&amount=200')
  for (const tab of [page, other])
    await expect(note(tab)).toContainText('Another tab is about to spend these funds')

  await other.getByRole('button', { name: /^Swap/ }).first().click()
  await expect(note(page)).toBeHidden()
  await reviewSwap(other, 'from=agg:usdt&to=agg:eth&amount=100')
  await expect(note(page), 'other funds are no matter').toBeHidden()

  await reviewSwap(other, 'from=agg:usdc&to=agg:eth&amount=200')
  await expect(note(page)).toBeVisible()
  const quote = await signAndSend(page)
  await expect(note(other)).toContainText('Another tab just spent some of these funds')
  await note(other).getByRole('link', { name: 'See what it sent' }).click()
  await expect(other).toHaveURL(new RegExp(`/executions/${quote.id}$`))
  await expect(other.getByRole('heading', { name: /^Swap/ })).toBeVisible()
  await other.goto('/swap?from=agg:usdc&to=agg:eth&amount=200')
  await expect(note(other)).toContainText('Another tab just spent some of these funds')
})

async function reviewSwap(page: Page, query: string): Promise<void> {
  await page.goto(`/swap?${query}`)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
}

function note(page: Page) {
  return page.getByRole('alert').filter({ hasText: 'Another tab' })
}
