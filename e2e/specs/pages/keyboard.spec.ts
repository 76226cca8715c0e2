import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoBarriers } from '../../pages/accessibility.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'
import { visit } from '../../pages/visit.ts'

test.use(halfSize)

const maxTabs = 60

test('a swap by the keyboard alone: choose, quote, review, sign, follow to the end', async ({
  page,
}) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('button', { name: /Try it now/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Total balance' })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Swap', exact: true }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Swap', level: 1 })).toBeVisible()
  // The choices depend on balances read from the chains.
  await expect(page.getByText(/USDC available/)).toBeVisible()

  await page.keyboard.press('/')
  const search = page.getByRole('combobox')
  await expect(search).toBeFocused()
  await page.keyboard.type('usdc')
  await page.keyboard.press('Enter')
  const pay = page.getByRole('button', { name: /^You pay: USDC/ })
  await expect(pay).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: /^You receive/ }))
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await page.keyboard.type('eth')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^You receive: ETH/ })).toBeFocused()

  await tabTo(page, page.getByRole('textbox', { name: 'You pay' }), 'Shift+Tab')
  await page.keyboard.type('100')
  await expect(page.getByRole('button', { name: 'Review swap' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await expect(signButton(page)).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/executions\/0x/)
  await expect(page.getByRole('status').getByText('Completed')).toBeVisible()
})

test('a swap by accessible roles and names alone, as a screen reader has them', async ({
  page,
}) => {
  await page.goto('/')
  await tryItNow(page)
  await expectTree(page, [
    'banner',
    'navigation "Main"',
    'main',
    'heading "Total balance" [level=1]',
    'button "Hide amounts"',
    'list "Assets"',
    'listitem "USD Coin"',
  ])
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Swap' }).click()
  await expectTree(page, ['heading "Swap" [level=1]', 'region "What to swap"', 'region "Quote"'])
  await page.getByRole('button', { name: /^You pay/ }).click()
  const picker = page.getByRole('dialog', { name: 'Pay with' })
  await expectTree(picker, [
    'combobox "Name, ticker or contract address" [expanded]',
    'listbox "Pay with"',
    /option "USD Coin USDC selected.*" \[selected\]/,
    'button "All chains" [pressed]',
  ])
  await expectNoBarriers(page, 'the asset picker')
  await picker.getByRole('option', { name: /^USD Coin/ }).click()
  await page.getByRole('textbox', { name: 'You pay' }).fill('100')
  await expect(
    page.getByRole('status').filter({ hasText: /^Quote: you receive \S+ ETH on/ }),
  ).toBeAttached()
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expectTree(page, [
    'heading "Review and sign" [level=1]',
    'tab "In plain words" [selected]',
    'region "Signing"',
    'complementary "Sign"',
    'link "Swap"',
  ])
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expectTree(page, ['main', 'list "Progress"'])
  for (const spoken of [/^Completed$/, /^(ETH was delivered|The escrow paid the solver) on /])
    await expect(page.getByRole('status').filter({ hasText: spoken })).toBeAttached()
})

test('a dialog focuses its main control, and then its opener again', async ({ page }) => {
  await page.goto('/')
  await tryItNow(page)
  const receive = page.getByRole('button', { name: 'Receive' })
  await receive.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Receive' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(receive).toBeFocused()
  const chip = page.getByRole('button', { name: /^Account 0x/ })
  await chip.click()
  // A dialog that replaces another one has the same opener.
  await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click()
  await expect(page.getByRole('dialog', { name: 'Receive' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(chip).toBeFocused()

  await visit(page, '/swap')
  for (const { button, field } of [
    { button: /^You pay/, field: page.getByRole('combobox') },
    { button: /^Recipient/, field: page.getByRole('combobox', { name: 'Address' }) },
  ]) {
    const opener = page.getByRole('button', { name: button })
    await opener.click()
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test('/ goes to the search, ? lists the shortcuts, and both are only text in a field', async ({
  page,
}) => {
  await page.goto('/')
  await tryItNow(page)
  const search = page.getByRole('searchbox', { name: 'Search assets' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('/?')
  await expect(search).toHaveValue('/?')
  await expect(page.getByRole('dialog')).toBeHidden()
  await search.fill('')
  await search.blur()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const words of ['Search', 'main button', 'Show keyboard shortcuts'])
    await expect(help.getByRole('definition').filter({ hasText: words })).toBeVisible()
  await expectPictures(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
})

test('the picker puts an exact ticker first, opens its chains by arrows, and Escape changes nothing', async ({
  page,
}) => {
  await page.goto('/')
  await tryItNow(page)
  await visit(page, '/swap')
  await page.getByRole('button', { name: /^You receive/ }).click()
  const picker = page.getByRole('dialog', { name: 'Receive' })
  const active = picker.getByRole('option', { selected: true })
  await expect(active).toContainText('ETH')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(active).toContainText(/^.{0,2}On /)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('usd')
  await expect(picker.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('End')
  await page.keyboard.type('t')
  await expect(active).toContainText('USDT')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^You receive: ETH/ })).toBeFocused()
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(element).toBeVisible()
  for (let presses = 0; presses < maxTabs; presses += 1) {
    await page.keyboard.press(key)
    if (await element.evaluate((one) => one === document.activeElement)) return
  }
  throw new Error(`${maxTabs} times ${key} does not lead to ${String(element)}`)
}

/** Expects lines of the accessible tree: role, name and state. */
async function expectTree(of: Page | Locator, lines: readonly (string | RegExp)[]) {
  const root = 'locator' in of && 'goto' in of ? of.locator('body') : of
  for (const line of lines)
    await expect
      .poll(() => root.ariaSnapshot(), { message: String(line) })
      .toMatch(typeof line === 'string' ? new RegExp(`- ${escaped(line)}`) : line)
}

function escaped(text: string): string {
  return text.replaceAll(/[[\]().*+?^$|\\]/g, String.raw`\$&`)
}

function signButton(page: Page): Locator {
  return page.getByRole('region', { name: 'Signing' }).getByRole('button', { name: /^Sign/ })
}
