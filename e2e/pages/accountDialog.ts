import { expect, type Locator, type Page } from '@playwright/test'
import type { Hex } from 'viem'

/** Opens the account dialog from the header. */
export async function openAccounts(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Account \w/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Accounts', exact: true })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Opens the dialog that adds accounts of other keys. */
export async function openAdding(page: Page): Promise<Locator> {
  const dialog = await openAccounts(page)
  await dialog.getByRole('button', { name: 'Add an account' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an account' })
  await expect(adding).toBeVisible()
  return adding
}

/** Closes the dialog that is open. */
export async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** The address of the local wallet's Solana account. */
export async function readLocalSolanaAddress(page: Page): Promise<string> {
  const kept: { solanaAddress: string } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('estuary.wallet') ?? '{}'),
  )
  return kept.solanaAddress
}

/** The address of the local wallet's first key. */
export async function readLocalKeyAddress(page: Page): Promise<Hex> {
  const kept: { addresses: [Hex] } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('estuary.wallet') ?? '{}'),
  )
  return kept.addresses[0]
}
