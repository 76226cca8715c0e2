import { expect, type Page } from '@playwright/test'
import { test } from '../../fixtures/flow.ts'
import { expectNoBarriers } from '../../pages/accessibility.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { expectFit } from '../../pages/fit.ts'
import { expectTranslated, speakPseudo, matchPseudo } from '../../pages/pseudoLanguage.ts'
import { visit } from '../../pages/visit.ts'

const paths = [
  '/settings',
  '/receipt',
  '/nowhere',
  '/',
  '/swap?amount=100',
  '/send?amount=100',
  '/call',
  '/history',
  `/watch/0x${'7'.repeat(40)}`,
  `/executions/0x${'0'.repeat(64)}`,
]

test('every text comes from the catalogue, and has room for one a third longer', async ({
  page,
  service,
}) => {
  const { chains, aggregates } = service
  const names = [
    'Estuary',
    'devnet',
    ...chains.map(({ name }) => name),
    ...aggregates.map(({ name }) => name),
  ]
  await page.goto('/')
  await speakPseudo(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: '[Ýöûr çhåîñš' })).toBeVisible()
  await expectTranslated(page, { what: 'welcome', names })
  await expectFit(page, 'welcome', [390, 1440])
  await page.evaluate(() => localStorage.setItem('estuary.preferences', '{}'))
  await page.reload()
  await tryItNow(page)
  await speakPseudo(page)
  await page.reload()
  for (const path of paths) {
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look(path)
  }
  await lookIntoDialogs(page, look)
  await lookIntoSwap(page, look)

  async function look(what: string): Promise<void> {
    await expectTranslated(page, { what, names })
    await expectFit(page, what, [390, 1440])
  }
})

type Look = (what: string) => Promise<void>

/** Accounts, receiving, and the choice of an asset and of a recipient. */
async function lookIntoDialogs(page: Page, look: Look): Promise<void> {
  await visit(page, '/')
  await page.getByRole('button', { name: matchPseudo('Account ') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('the accounts')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: matchPseudo('Receive') })
    .click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName(matchPseudo('Receive'))
  await look('the receive sheet')
  await page.keyboard.press('Escape')
  await visit(page, '/swap?amount=100')
  await page.getByRole('button', { name: matchPseudo('You receive') }).click()
  await expect(page.getByRole('dialog')).toHaveAccessibleName(matchPseudo('Receive'))
  await look('the choice of an asset')
  await page.keyboard.press('Escape')
}

/** The review of a swap, its execution, and its entry in the history. */
async function lookIntoSwap(page: Page, look: Look): Promise<void> {
  await visit(page, '/swap?amount=100')
  await page.getByRole('button', { name: matchPseudo('Review swap') }).click()
  await expect(page.getByRole('heading', { name: matchPseudo('Review and sign') })).toBeVisible()
  await look('the review')
  await page.reload()
  await page.getByRole('button', { name: matchPseudo('Sign ') }).click()
  await expect(page).toHaveURL(/\/executions\/0x/)
  await expect(page.getByRole('status').getByText(matchPseudo('Completed'))).toBeVisible()
  await look('an execution')
  await visit(page, '/history')
  const row = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  await expect(row).toBeVisible()
  await look('the history')
}

test('a chosen language is kept, and texts, plurals and numbers follow it', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() =>
    localStorage.setItem('estuary.preferences', JSON.stringify({ language: 'de' })),
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ihre Chains, ein Guthaben' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  // Without its file the page is in English, and says so.
  await page.route('**/assets/de-*.js', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your chains, one balance' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.unroute('**/assets/de-*.js')
  // On a first visit the fonts come last, also where the app waited for a catalogue.
  await page.evaluate(() => localStorage.removeItem('wagmi.store'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-fonts', 'ours')
  await visit(page, '/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible()
  const formats = page.getByRole('combobox', { name: 'Zahlenformat' })
  await expect(formats.getByRole('option').first()).toHaveText(
    /^Automatisch \(1\.234\.567,89\s\$\)$/,
  )
  await visit(page, '/')
  await page.getByRole('button', { name: /^Jetzt ausprobieren/ }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Tauschen' })).toBeVisible()
  await swapInGerman(page)
  await visit(page, '/settings')
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

/** Reviews a swap from Solana and an EVM chain, signs it and waits for its end. */
async function swapInGerman(page: Page): Promise<void> {
  await visit(page, '/swap?from=agg:usdc&to=agg:eth&amount=6000')
  await page.getByRole('button', { name: 'Tausch prüfen' }).click()
  await expect(page.getByRole('heading', { name: 'Prüfen und signieren' })).toBeVisible()
  const checks = page.getByRole('region', { name: 'In diesem Browser geprüft' })
  await expect(checks).toContainText('20 von 20 bestanden')
  await checks.getByRole('button', { name: /^Bestanden: Was Sie zahlen/ }).click()
  await expect(checks).toContainText(/Sie zahlen: 6000 USDC/)
  await expect(checks).toContainText(/nach den Preisfeeds \d+,\d\d\s\$/)
  await expectNoBarriers(page, 'the review in German')
  await page.getByRole('button', { name: /^\d Operationen signieren$/ }).click()
  await expect(page).toHaveURL(/\/executions\/0x/)
  await expect(page.getByRole('status').getByText('Abgeschlossen')).toBeVisible()
}
