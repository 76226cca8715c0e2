import { expect } from '@playwright/test'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { closeDialog, openAccounts } from '../../pages/accountDialog.ts'
import { connectWallet, expectExactBalances } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { readAmount } from '../../pages/holdings.ts'
import { getAsset } from '../../product/service.ts'
import { chooseSolanaWallet, generateSolanaAddress, sendExactly } from '../../pages/solanaFlow.ts'
import { injectSolanaWallet } from '../../wallets/solanaWallet.ts'
import { expectInHistory } from '../../pages/swapFlow.ts'

test('a Solana wallet alone: test funds, balances, receive, a transfer; an EVM wallet is asked for where one is needed', async ({
  page,
  service,
}) => {
  const wallet = await injectSolanaWallet(page)
  const solana = wallet.address()
  await page.goto('/')
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  await expectNoBarriersInAnyLook(page, 'wallets of both kinds to choose from')
  await chooseSolanaWallet(page, wallet)
  await expect(page.getByText(/^1 account on 1 chain/)).toBeVisible()
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  await expectExactBalances(page, { service, solana })

  await page.getByRole('button', { name: 'Receive' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Receive' })).toContainText(solana)
  await closeDialog(page)
  await openAccounts(page)
  await expectNoBarriersInAnyLook(page, 'the account dialog of a Solana wallet alone')
  await closeDialog(page)

  const friend = generateSolanaAddress()
  const sol = getAsset(service, 'agg:sol', 'Reef')
  const wanted = { from: 'agg:sol', to: 'agg:sol', amount: '1.5', recipient: friend }
  const quote = await sendExactly(page, { service, owned: { solana }, wanted })
  expect(wallet.asked()).toBe(1)
  expect(await readAmount(service, { address: friend, assetType: sol })).toBe(
    BigInt(quote.destinationToken.amount),
  )
  await expectInHistory(page, { quote, words: [' SOL', 'Transfer to', 'Completed'] })

  for (const [path, words] of [
    ['/swap?from=agg:sol&to=agg:eth&amount=1', /ETH goes to an EVM account/],
    ['/swap?from=agg:eth&to=agg:sol&amount=1', /ETH is paid from an EVM account/],
    ['/call', /Its account makes the calls. Your Solana account can pay/],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words).filter({ visible: true })).toBeVisible()
    const connect = page.getByRole('button', { name: 'Connect an EVM wallet' })
    await connect.filter({ visible: true }).click()
    await expect(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible()
  }
})

test('an EVM wallet alone is asked for a Solana wallet where SOL is paid or received', async ({
  page,
  wallet,
}) => {
  await connectWallet(page, wallet.name)
  const connect = page.getByRole('button', { name: 'Connect a Solana wallet' })
  for (const [path, words] of [
    ['/swap?from=agg:usdc&to=agg:sol&amount=1', 'SOL goes to a Solana account'],
    ['/swap?from=agg:sol&to=agg:usdc&amount=1', 'SOL is paid from a Solana account'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words).filter({ visible: true })).toBeVisible()
    await connect.filter({ visible: true }).click()
    await expect(page.getByRole('region', { name: 'Solana wallets' })).toContainText(
      'No Solana wallet found in this browser',
    )
  }
})
