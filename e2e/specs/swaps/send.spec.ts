import { expect } from '@playwright/test'
import { getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { devnetSnsNames } from '#devnet/solana/plan/solanaPlan.ts'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet, tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { readAmount, readHoldings, sumHoldings } from '../../pages/holdings.ts'
import { enterRecipient, reviewSending, sendToTheEnd } from '../../pages/sendFlow.ts'
import { confirmRecipient } from '../../pages/swapFlow.ts'
import { fund, getAsset } from '../../product/service.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'

test.use(halfSize)

test('from an empty profile: an exact amount arrives on another chain to the unit, at the address of a name', async ({
  page,
  service,
}) => {
  const friend = '0x71bE63f3384f5fb98995898A86B02Fb2426c5788'
  const assetType = getAsset(service, 'agg:usdc', 'Delta')
  const had = await readAmount(service, { address: friend, assetType })
  await page.goto('/')
  const account = await tryItNow(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Send' }).click()
  await enterRecipient(page, 'ada.eth')
  await page.getByRole('option', { name: /^ada\.eth/ }).click()
  // On another chain the name may point elsewhere: it is looked up for that, and chosen again.
  await page.getByRole('combobox', { name: 'Destination chain' }).selectOption('Delta')
  await page.getByRole('option', { name: /^ada\.eth.*It has no other for Delta/ }).click()
  await expect(page.getByText('You haven’t sent to this address before').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'You send' }).fill('250.000123')
  await expect(page.getByText('It’s a regular account on Delta.')).toBeVisible()
  const holdings = await readHoldings(service, { address: account, aggregateId: 'agg:usdc' })
  const before = sumHoldings(service, holdings, 'agg:usdc')
  const said = await reviewSending(page)
  expect(said).toContain('exactly 250.000123 USDC on Delta')
  const quote = await sendToTheEnd(page)
  expect(await readAmount(service, { address: friend, assetType })).toBe(had + 250_000_123n)
  const after = await readHoldings(service, { address: account, aggregateId: 'agg:usdc' })
  expect(before - sumHoldings(service, after, 'agg:usdc'), 'paid').toBe(
    BigInt(quote.originToken.amount),
  )
  // Sent from here, so that sending again asks for no confirmation as a link of others does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sent 250.000123 USDC')
  await page.getByRole('link', { name: 'Send again' }).click()
  await expect(page.getByRole('textbox', { name: 'You send' })).toHaveValue('250.000123')
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled()
  // From now on it is known, and an imitation of it is not quoted.
  await page.goto('/send?amount=1')
  await page.getByRole('option', { name: /Paid before/ }).click()
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled()
  await expect(page.getByText('You’ve sent to it before').first()).toBeVisible()
  const middle = generatePrivateKey().slice(2, 34)
  const imitation = getAddress(`0x${friend.slice(2, 6)}${middle}${friend.slice(-4)}`.toLowerCase())
  await enterRecipient(page, imitation)
  await expect(page.getByRole('heading', { name: 'Look-alike address' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'This is a look-alike address' })).toBeDisabled()
  await expectNoBarriersInAnyLook(page, 'look-alike')
  await page.getByRole('button', { name: 'Use known address' }).click()
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled()
  await expectNoBarriersInAnyLook(page, 'send')
})

test('sending all leaves nothing of the asset, and what arrives is at least what was said', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  const assetType = getAsset(service, 'agg:usdc', 'Firth')
  await fund(service, { address: account, assetType, amount: '900000000' })
  const friend = privateKeyToAddress(generatePrivateKey())
  await page.goto(`/send?to=${friend}&asset=${getAsset(service, 'agg:usdc', 'Delta')}`)
  await page.getByRole('button', { name: 'Send all' }).first().click()
  await confirmRecipient(page)
  await reviewSending(page)
  const quote = await sendToTheEnd(page)
  expect(quote.originToken.amount).toBe('900000000')
  const left = await readHoldings(service, { address: account, aggregateId: 'agg:usdc' })
  expect(sumHoldings(service, left, 'agg:usdc')).toBe(0n)
  const arrived = await readAmount(service, {
    address: friend,
    assetType: quote.destinationToken.assetType,
  })
  expect(arrived).toBeGreaterThanOrEqual(BigInt(quote.destinationToken.minimumAmount))
})

test('a name is looked up, its address kept in the address book, offered, compared with and exported', async ({
  page,
}) => {
  const friend = '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a'
  await page.goto('/')
  await tryItNow(page)
  await page.goto('/send')
  await enterRecipient(page, 'nobody.eth')
  await expect(page.getByText('nobody.eth has no address set.')).toBeVisible()
  await enterRecipient(page, 'mira.sol')
  await expect(page.getByText(/^mira\.sol uses a record or program/)).toBeVisible()
  await enterRecipient(page, 'Ada.sol')
  await page.getByRole('option', { name: /ada\.sol.*according to Reef/ }).click()
  await expect(page.getByRole('combobox', { name: 'Recipient' })).toHaveValue(/ on Reef$/)
  await expect(page.getByText(devnetSnsNames['ada.sol'])).toBeVisible()
  await expect(page.getByText('ada.sol on SNS')).toBeVisible()
  await enterRecipient(page, 'Mira.eth')
  await expect(page.getByRole('option', { name: /mira\.eth.*according to Firth/ })).toBeVisible()
  await expectPictures(page, 'send-name')
  const recipient = page.getByRole('combobox', { name: 'Recipient' })
  await recipient.press('Enter')
  await expect(page.getByText(friend)).toBeVisible()
  await expect(page.getByText('mira.eth on ENS')).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveValue('mira.eth')
  await name.fill('Mira')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You haven’t sent to Mira before').first()).toBeVisible()
  await page.reload()
  await enterRecipient(page, 'mir')
  await page.getByRole('option', { name: /Mira/ }).click()
  await expect(page.getByRole('combobox', { name: 'Recipient' })).toHaveValue(friend)
  await page.getByRole('button', { name: 'Address book' }).click()
  const dialog = page.getByRole('dialog')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await (await download).path()
  await page.getByRole('button', { name: 'Remove Mira' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByLabel('Address book (JSON or CSV)').setInputFiles(file)
  await expect(dialog.getByText('Add one recipient?')).toBeVisible()
  await dialog.getByRole('alert').getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('button', { name: /^Mira/ })).toBeVisible()
  await expectPictures(page, 'address-book')
})
