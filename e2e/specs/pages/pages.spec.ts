import { expect } from '@playwright/test'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { readLocalSolanaAddress, openAccounts } from '../../pages/accountDialog.ts'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { expectBundledFonts } from '../../pages/pictures.ts'
import {
  getAmountOverAllChains,
  askForSwap,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

// With animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** A call with a tuple, arrays and mistakes: every kind of field and its error. */
const nestedCall = encodeURIComponent(
  JSON.stringify([
    {
      to: '0x12',
      abi: 'function act((address to, uint256[] amounts, bool isFinal)[] legs, bytes32 key) payable',
      fn: 'act((address,uint256[],bool)[],bytes32)',
      args: [[['0x12', ['1', '2.5e6'], 'true']], '0xab'],
      value: 'x',
    },
  ]),
)
const pages = [
  { path: '/', heading: /./ },
  { path: '/watch/0x70997970C51812dc3A010C7d01b50e0d17dc79C8', heading: 'Total balance' },
  { path: '/swap?from=agg:usdc&to=agg:eth&amount=100', heading: 'Swap' },
  { path: '/send?amount=100', heading: 'Send' },
  { path: '/call', heading: 'Contract call' },
  { path: `/call?calls=${nestedCall}`, heading: 'Contract call' },
  { path: '/history', heading: 'History' },
  { path: '/settings', heading: 'Settings' },
  { path: `/executions/0x${'0'.repeat(64)}`, heading: /./ },
  { path: '/nowhere', heading: /./ },
]

test('every page is accessible, in one look, and in a campaign in both themes, wide and on a phone', async ({
  page,
  service,
}) => {
  await page.goto('/')
  await expectNoBarriersInAnyLook(page, 'welcome')
  const account = await tryItNow(page)
  const solana = await readLocalSolanaAddress(page)
  await expectBalances(page, { service, account, solana })
  await openAccounts(page)
  await expectNoBarriersInAnyLook(page, 'accounts of both ecosystems')
  await page.keyboard.press('Escape')
  const held = await readBothSides(service, { address: account, solana })
  await askForSwap(page, getAmountOverAllChains(held))
  await expectNoBarriersInAnyLook(page, 'review of both ecosystems')
  await page.getByRole('tab', { name: 'Raw data' }).click()
  await expect(page.getByRole('heading', { name: 'Solana instructions' })).toBeVisible()
  await expectNoBarriersInAnyLook(page, 'raw data of both ecosystems')
  await expectBundledFonts(page, 'the review')
  await watchToTheEnd(page, await signAndSend(page))
  await expectNoBarriersInAnyLook(page, 'execution')
  await expectBundledFonts(page, 'the execution')
  for (const { path, heading } of pages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    if (path.startsWith('/swap'))
      await expect(page.getByRole('button', { name: 'Review swap' })).toBeEnabled()
    await expectNoBarriersInAnyLook(page, path)
    await expectBundledFonts(page, path)
  }
})

test('the product allows scripts, styles and images of its own only', async ({ page }) => {
  const response = await page.goto('/')
  const policy = response?.headers()['content-security-policy'] ?? ''
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ')
      return [name, values.join(' ')] as const
    }),
  )
  expect(directives.get('default-src')).toBe("'none'")
  expect(directives.get('script-src')).toBe("'self'")
  expect(directives.get('style-src')).toBe("'self'")
  expect(directives.get('frame-ancestors')).toBe("'none'")
  expect(policy).not.toContain('unsafe')
})
