import { expect, type Page } from '@playwright/test'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { test } from '../../fixtures/flow.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'
import { visit } from '../../pages/visit.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** The least height and width that a finger meets reliably, px. */
const leastPx = 40

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

/**
 * Expects that a finger which lands beside the middle of a control of the page, at most half of
 * `leastPx` above or below it, still meets that control. Links inside a sentence are left out.
 *
 * @param what - Names the page in the message.
 */
async function expectTouchable(page: Page, what: string): Promise<void> {
  const missed = await page.evaluate(findMissed, leastPx / 2 - 1)
  expect.soft(missed, what).toEqual([])
}

/** Runs in the page: names the controls that are missed `reach` px above or below their middle. */
function findMissed(reach: number): string[] {
  const missed: string[] = []
  for (const control of document.querySelectorAll<HTMLElement>('main button, main a, .seg > label'))
    if (control.checkVisibility() && getComputedStyle(control).display !== 'inline') {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = control.getBoundingClientRect()
      const isMet = [-reach, reach].every((away) =>
        control.contains(document.elementFromPoint(x + width / 2, y + height / 2 + away)),
      )
      if (!isMet) missed.push(control.getAttribute('aria-label') ?? control.textContent)
    }
  window.scrollTo({ top: 0, behavior: 'instant' })
  return missed
}
