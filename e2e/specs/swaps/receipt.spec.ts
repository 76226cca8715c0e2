import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { saveReceipt } from '../../pages/receiptFile.ts'
import {
  askForSwap,
  getAmountOverTwoChains,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'
import { fund } from '../../product/service.ts'

test.use(halfSize)

test('the receipt of a swap is verified offline, compared with the chains, and refused once altered', async ({
  page,
  context,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  await askForSwap(page, getAmountOverTwoChains(await readBothSides(service, account)))
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expect(page.getByRole('link', { name: /in progress/ })).toHaveCount(0)
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Fees, of what is paid')
  await expect(result).toContainText('1 ETH = ')
  await expect(page.getByRole('img', { name: /Fees: .* USDC/ })).toBeVisible()
  await replay(page)
  await sharePicture(page)
  const text = await saveReceipt(page, { quoteId: quote.id })
  expect(text).not.toMatch(/passphrase|apiKey|privateKey/i)

  await page.goto('/receipt')
  await expect(page.getByRole('heading', { name: 'Verify a receipt' })).toBeVisible()
  await context.setOffline(true)
  const verdict = page.getByRole('region', { name: 'Result' })
  await open(page, text)
  await expect(verdict).toContainText('Genuine: this was agreed and signed')
  const agreed = page.getByRole('region', { name: 'What was agreed and signed' })
  await expect(agreed.getByRole('listitem').filter({ hasText: 'Failed' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Compare with the chains' })).toBeDisabled()

  const paid = quote.originToken.amount
  await open(page, text.replaceAll(`"amount": "${paid}"`, `"amount": "${paid}0"`))
  await expect(verdict).toContainText('Do not rely on this receipt')
  await open(page, text.slice(0, -40))
  await expect(page.getByText('This file cannot be read')).toBeVisible()

  await context.setOffline(false)
  await open(page, text)
  await page.getByRole('button', { name: 'Compare with the chains' }).click()
  const chains = page.getByRole('region', { name: 'What the chains show' })
  await expect(chains).toContainText('2 of 2 verified')
  await expectNoBarriersInAnyLook(page, 'a receipt')
})

/** The flow goes back to its start and forth to its end, by the keyboard. */
async function replay(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Replay' })
  const progress = page.getByRole('region', { name: 'Progress' })
  await bar.getByRole('slider', { name: 'Time since the start' }).press('Home')
  await expect(progress.getByText('Delivered', { exact: true })).toHaveCount(0)
  await bar.getByRole('button', { name: 'Show the result' }).click()
  await expect(progress.getByText('Delivered', { exact: true })).toBeAttached()
}

/** The picture has the address only when that is wanted, and is saved as it is shown. */
async function sharePicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Picture of this swap' })
  const shown = dialog.getByRole('img')
  await expect(shown).toHaveAccessibleName(
    /^Swapped [\d,.]+ USDC for ETH\. Took .*, on one balance$/,
  )
  await expectPictures(page, 'share')
  await dialog.getByRole('switch', { name: 'Show amounts' }).click()
  await dialog.getByRole('switch', { name: "Show the recipient's address" }).click()
  await expect(shown).toHaveAccessibleName(/^Swapped USDC for ETH\. Took .*, to 0x[\da-f]{40}$/i)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save picture' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('estuary.png')
  const png = await readFile(await download.path(), 'base64')
  const { drawn, ...size } = await page.evaluate(readPicture, png)
  expect(size).toEqual({ width: 1200, height: 630 })
  expect(drawn, 'a river and words').toBeGreaterThan(0.05)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Runs in the page: the size of a PNG, and which share of it is unlike its first pixel. */
async function readPicture(
  base64: string,
): Promise<{ width: number; height: number; drawn: number }> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context?.drawImage(picture, 0, 0)
  const pixels = new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? [])
  const drawn = pixels.filter((pixel) => pixel !== pixels[0]).length / pixels.length
  return { width, height, drawn }
}

async function open(page: Page, text: string): Promise<void> {
  await page.getByLabel('Receipt', { exact: true }).setInputFiles({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
}
