import { readFile } from 'node:fs/promises'

import { expect, type Locator, type Page } from '@playwright/test'
import { getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { test } from '../../fixtures/flow.ts'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { prepare, takeExample } from '../../pages/callFlow.ts'
import { saveReceipt } from '../../pages/receiptFile.ts'
import {
  askForSwap,
  confirmRecipient,
  getAmountOverTwoChains,
  readBothSides,
  type SentQuote,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'
import { fund, getAsset } from '../../product/service.ts'

test('three executions are filtered, found by hash, opened, repeated and exported', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  const friend = privateKeyToAddress(generatePrivateKey())

  const amount = getAmountOverTwoChains(await readBothSides(service, account))
  await askForSwap(page, amount)
  const swap = await finish(page)
  const asset = getAsset(service, 'agg:usdc', 'Firth')
  await page.goto(`/swap?from=${asset}&to=${asset}&amount=12.5&recipient=${friend}`)
  await confirmRecipient(page)
  await page.getByRole('button', { name: 'Review transfer' }).click()
  const transfer = await finish(page)
  await takeExample(page, 'Delta')
  await prepare(page)
  const call = await finish(page)

  await page.goto('/history')
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(/Deposit . vault/)

  // Each kind stands alone, and the address keeps it.
  for (const [kind, quote] of [
    ['Swap', swap],
    ['Transfer', transfer],
    ['Contract call', call],
  ] as const) {
    await page.getByRole('button', { name: /^Type/ }).click()
    await page.getByRole('checkbox', { name: kind, exact: true }).check()
    await page.keyboard.press('Escape')
    await expect(rows).toHaveCount(1)
    await expectFiltersInARow(page)
    await page.reload()
    await expect(rows).toHaveCount(1)
    await expect(rows).toHaveAttribute('href', `/executions/${quote.id}`)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(rows).toHaveCount(3)
  }

  // By the address of who was paid, by the name of the function, by a hash that the drawer shows.
  const search = page.getByRole('searchbox', { name: 'Search history' })
  await search.fill(friend.toLowerCase())
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`Transfer to ${getAddress(friend).slice(0, 6)}`)
  await search.fill('deposit')
  await expect(rows).toHaveAttribute('href', `/executions/${call.id}`)
  await search.fill(swap.id)
  await expect(rows).toHaveAttribute('href', `/executions/${swap.id}`)
  await rows.click()
  const drawer = page.getByRole('dialog', { name: /^Swap [\d,]+\.00 USDC for ETH$/ })
  await expectNoBarriersInAnyLook(page, 'an execution in the drawer')
  const link = drawer.getByRole('link', { name: /^Transaction .* opens in explorer$/ }).first()
  const hash = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
  await expect(drawer).toContainText(/Fees(\$\d|<\s\$0\.01)/)
  await expect(drawer).toContainText('1 ETH = ')
  await expectSameReceipts(page, { drawer, quoteId: swap.id })
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await search.fill(hash)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('href', `/executions/${swap.id}`)
  await search.fill('nobody')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(3)

  const lines = await exportCsv(page)
  expect(lines).toHaveLength(3)
  expect(lines.map((line) => line['Quote'])).toEqual([call.id, transfer.id, swap.id])
  expect(lines[1]).toMatchObject({ Kind: 'TRANSFER', Paid: '12.5', Recipient: friend })
  expect(lines[2]).toMatchObject({ Paid: amount, 'Paid asset': 'USDC', 'Received asset': 'ETH' })
  await expectNoBarriersInAnyLook(page, 'the history')

  await rows.nth(1).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Repeat' }).click()
  await expect(page).toHaveURL(/\/send\?/)
  await expect(page.getByRole('textbox', { name: 'You send' })).toHaveValue(/^12\.\d+$/)
  // Shown in short until it is edited; the whole address is its title.
  await expect(page.getByRole('combobox', { name: 'Recipient' })).toHaveAttribute(
    'title',
    new RegExp(`${friend}$`, 'i'),
  )
})

/** The drawer saves the same receipt as the page of the execution; it leads there, and back again. */
async function expectSameReceipts(
  page: Page,
  { drawer, quoteId }: { drawer: Locator; quoteId: string },
): Promise<void> {
  const fromDrawer = readContent(await saveReceipt(page, { quoteId, from: drawer }))
  expect(fromDrawer).toMatchObject({ quoteId, record: { status: 'COMPLETED' } })
  await drawer.getByRole('link', { name: 'View details' }).click()
  const happened = page.getByRole('list', { name: /^What happened/ })
  await expect(happened.getByText(/was delivered/)).toBeVisible()
  expect(readContent(await saveReceipt(page, { quoteId }))).toEqual(fromDrawer)
  await page.goBack()
  await expect(drawer).toBeVisible()
}

/** A receipt without the time at which its file was made. */
function readContent(text: string): object {
  const content: object = JSON.parse(text)
  return { ...content, madeAt: undefined }
}

/** On a tablet the filters stand in one row, also while one is set. */
async function expectFiltersInARow(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [768, 820]) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await page
      .getByRole('search')
      .getByRole('button', { name: /^(Type|Date)/ })
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
    expect(tops).toHaveLength(2)
    expect(tops[1], `Date beside Type at ${width} px`).toBe(tops[0])
  }
  if (before) await page.setViewportSize(before)
}

async function finish(page: Page): Promise<SentQuote> {
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  return quote
}

/** Saves the list as CSV and reads the file back; none of its cells holds a comma. */
async function exportCsv(page: Page): Promise<Record<string, string>[]> {
  await page.getByRole('button', { name: 'Export' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^CSV/ }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^estuary-history-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [header = [], ...lines] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return lines.map((cells) =>
    Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])),
  )
}
