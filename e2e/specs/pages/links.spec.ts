import { expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { isCampaign } from '#testing/campaign.ts'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { confirmCalls } from '../../pages/callFlow.ts'
import { test } from '../../fixtures/flow.ts'
import type { InjectedWallet } from '../../wallets/injectedWallet.ts'
import { fund, type ServiceInfo } from '../../product/service.ts'
import { confirmRecipient, signAndSend } from '../../pages/swapFlow.ts'

const { usdc } = devnetAddresses
const words = {
  recipient: 'This recipient came from a link.',
  call: 'This call came from a link or a file.',
}

/** Connects an account with USDC on every chain. @returns It, and an attacker who sent a link. */
async function enter(
  page: Page,
  { service, wallet }: { service: ServiceInfo; wallet: InjectedWallet },
) {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  return { account, attacker: privateKeyToAddress(generatePrivateKey()) }
}

test('a link to a swap opens the form, and its recipient is named and confirmed', async ({
  page,
  service,
  wallet,
}) => {
  const { attacker } = await enter(page, { service, wallet })
  await page.goto(`/swap?from=agg:usdc&to=agg:usdc&amount=1000&recipient=${attacker}&step=review`)
  const quote = page.getByRole('region', { name: 'Quote' })
  await expect(quote).toContainText(words.recipient)
  await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('1000')
  expect(page.url(), 'no step in the address').not.toContain('step')
  await page.getByRole('button', { name: 'Confirm the warning' }).click()
  // Until the feeds are read there may be another checkbox below it.
  await expect(page.getByRole('checkbox', { name: /^I know whose/ })).toBeFocused()
  await confirmRecipient(page)
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expectReview(page)

  // A reload stays in the review, where nothing is confirmed yet.
  await page.reload()
  await expectReview(page)
  await expect(page.getByText(words.recipient)).toBeVisible()
  const sign = signButton(page)
  await expect(page.getByRole('button', { name: 'Confirm the warning' })).toBeVisible()
  await expectNoBarriersInAnyLook(page, 'a recipient of a link')
  await confirmRecipient(page)
  await expect(sign).toBeEnabled()
  // So do back and forward.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Transfer', level: 1 })).toBeVisible()
  await page.goForward()
  await expectReview(page)
  // Opening the same URL again counts as following a link.
  await page.goto(page.url())
  await expect(page.getByRole('heading', { name: 'Transfer', level: 1 })).toBeVisible()
  expect(wallet.countOf('eth_signTypedData_v4')).toBe(0)
})

test('a recipient entered by hand needs no confirmation, also after a reload, but does in a link', async ({
  page,
  service,
  wallet,
}) => {
  const { attacker: friend } = await enter(page, { service, wallet })
  await page.goto('/swap?from=agg:usdc&to=agg:usdc&amount=10')
  await page.getByRole('button', { name: /^Recipient/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Recipient' })
  await dialog.getByRole('combobox', { name: 'Address' }).fill(friend)
  await dialog.getByRole('button', { name: 'Use this recipient' }).click()
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expectReview(page)
  const link = page.url()
  await page.reload()
  await expectReview(page)
  await expect(page.getByText(words.recipient)).toBeHidden()
  await expect(signButton(page)).toBeEnabled()
  await page.goto('/')
  await page.goto(link)
  await expect(page.getByRole('region', { name: 'Quote' })).toContainText(words.recipient)
  // Once confirmed, it is signed as usual.
  await confirmRecipient(page)
  await page.getByRole('button', { name: 'Review transfer' }).click()
  const quote = await signAndSend(page)
  await expect(page).toHaveURL(new RegExp(`/executions/${quote.id}`))
})

for (const mark of isCampaign ? ['?', '#'] : ['#'])
  test(`a link to a call, behind ${mark}, prepares nothing, and its calls are shown and confirmed`, async ({
    page,
    service,
    wallet,
  }) => {
    const { attacker } = await enter(page, { service, wallet })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/prepare-call-quote')) asked.push(request.url())
    })
    await page.goto(`/call${mark}${callLink(attacker)}&step=review`)
    await expect(page.getByRole('button', { name: 'Prepare operation' })).toBeEnabled()
    await expect(page.getByRole('textbox', { name: /^to/ })).toHaveValue(attacker)
    expect(asked, 'nobody asked for it').toEqual([])
    expect(page.url(), 'no step in the address').not.toContain('step')

    await page.getByRole('textbox', { name: /^amount/ }).fill('900')
    await page.getByRole('button', { name: 'Prepare operation' }).click()
    const call = page.getByRole('article', { name: 'Make your call on Firth' })
    await expect(call).toContainText(`Send 900.00 USDC to ${short(attacker)}`)
    await expect(call).toContainText(attacker)
    for (const open of ['prepared', 'reloaded']) {
      await expect(page.getByText(words.call), open).toBeVisible()
      await expect(page.getByRole('button', { name: 'Confirm the warning' }), open).toBeInViewport()
      await expect(page.getByText(words.call), open).toBeInViewport()
      await page.reload()
    }
    await expectNoBarriersInAnyLook(page, 'calls of a link')
    await confirmCalls(page)
    await expect(signButton(page)).toBeEnabled()
    expect(wallet.countOf('eth_signTypedData_v4')).toBe(0)
  })

test('a slippage limit above 5 % needs two confirmations, from a link or from the settings', async ({
  page,
  service,
  wallet,
}) => {
  await enter(page, { service, wallet })
  const form = '/swap?from=agg:usdc&to=agg:eth&amount=100'
  const byLink = `${form}&slippage=501`
  await page.goto('/settings')
  await page.evaluate(() =>
    localStorage.setItem('estuary.preferences', JSON.stringify({ slippageBps: 2000 })),
  )
  for (const [address, limit] of [
    [byLink, '5.01%'],
    [form, '20%'],
  ] as const) {
    await page.goto(address)
    const first = page.getByRole('checkbox', { name: `I accept receiving up to ${limit} less` })
    await page.getByRole('button', { name: 'Confirm the warning' }).click()
    await expect(first).toBeFocused()
    await first.check()
    await page.getByRole('button', { name: 'Review swap' }).click()
    await expectReview(page)
    await page.getByRole('button', { name: 'Confirm the warning' }).click()
    await expect(page.getByRole('checkbox', { name: /^Once more/ })).toBeFocused()
    await page.getByRole('checkbox', { name: /^Once more/ }).check()
    await expect(signButton(page)).toBeEnabled()
  }
  await page.goto(`${form}&slippage=500`)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(signButton(page)).toBeEnabled()
})

async function expectReview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
}

function signButton(page: Page) {
  return page.getByRole('region', { name: 'Signing' }).getByRole('button', { name: /^Sign/ })
}

/** URL parameters of a call that pays the attacker. */
function callLink(attacker: Hex): string {
  const call = {
    to: usdc,
    abi: 'erc20',
    fn: 'transfer(address,uint256)',
    args: [attacker, '1000e6'],
  }
  return new URLSearchParams({ calls: JSON.stringify([call]) }).toString()
}

function short(address: Hex): string {
  return `${address.slice(0, 6)}\u2026${address.slice(-4)}`
}
