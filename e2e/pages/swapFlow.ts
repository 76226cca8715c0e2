import { expect, type Page, type Request, type Response } from '@playwright/test'
import type { Hex } from 'viem'
import {
  getChanges,
  type NodeBalances,
  type OwnedAddresses,
  readHoldings,
  sumHoldings,
} from './holdings.ts'
import type { ServiceInfo } from '../product/service.ts'

/** The quote as the page sent it for execution. */
export type SentQuote = {
  id: string
  expirationTimestamp: string
  accounts: { accountAddress: Hex }[]
  originChainsOperations: {
    amount: string
    assetType: string
    /** On Solana: the message, in base64. */
    dataToSign?: string
  }[]
  originToken: { amount: string }
  destinationToken: { amount: string; minimumAmount: string; assetType: string }
  fees: { assets: Record<string, string> }
}

/** Balances of both sides of a swap from the nodes; the ids are of aggregates. */
export type BothSides = Pair & { owned: OwnedAddresses; paid: NodeBalances; received: NodeBalances }

type Pair = { from: string; to: string }
const usdcForEther = { from: 'agg:usdc', to: 'agg:eth' }

/** Reads the balances of both sides of a swap from the nodes. */
export async function readBothSides(
  service: ServiceInfo,
  owner: Hex | OwnedAddresses,
  { from, to }: Pair = usdcForEther,
): Promise<BothSides> {
  const owned = typeof owner === 'string' ? { address: owner } : owner
  const [paid, received] = await Promise.all([
    readHoldings(service, { ...owned, aggregateId: from }),
    readHoldings(service, { ...owned, aggregateId: to }),
  ])
  return { from, to, owned, paid, received }
}

/** An amount, in whole units, larger than any one chain holds and smaller than two chains hold. */
export function getAmountOverTwoChains({ from, paid }: BothSides): string {
  const [largest = 0n, second = 0n] = [...paid.values()].toSorted((a, b) => (a < b ? 1 : -1))
  expect(second > 0n, `holds ${from} on two chains`).toBe(true)
  return String((largest + second / 2n) / 1_000_000n)
}

/** An amount, in whole units, that needs funds from every chain. */
export function getAmountOverAllChains({ from, paid }: BothSides): string {
  const amounts = [...paid.values()].toSorted((a, b) => (a < b ? -1 : 1))
  const [least = 0n] = amounts
  expect(least > 0n, `holds ${from} on every chain`).toBe(true)
  return String((amounts.reduce((sum, amount) => sum + amount, 0n) - least / 2n) / 1_000_000n)
}

/** Fills in the swap form by hand and goes on to the review once a quote is there. */
export async function askForSwap(page: Page, amount: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Swap' }).click()
  await choose(page, { button: /^You pay/, dialog: 'Pay with', asset: 'USD Coin' })
  await choose(page, { button: /^You receive/, dialog: 'Receive', asset: 'Ether' })
  await page.getByRole('textbox', { name: 'You pay' }).fill(amount)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
}

/** Chooses an asset of one side in its dialog, on any chain. */
async function choose(
  page: Page,
  { button, dialog, asset }: { button: RegExp; dialog: string; asset: string },
): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const picker = page.getByRole('dialog', { name: dialog })
  await picker.getByRole('option', { name: new RegExp(`^${asset}`) }).click()
  await expect(picker).toBeHidden()
}

/** Confirms a recipient that came with the page's URL. */
export async function confirmRecipient(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^I know whose address this is/ }).check()
}

/**
 * Requests the missing signatures from the wallet, one operation at a time. Accepts a worse quote that
 * came meanwhile, as flows that share a devnet move its prices, and asks for another one where the quote
 * expired on a slow machine.
 */
export async function startSigning(page: Page): Promise<void> {
  const another = page.getByRole('button', { name: /^(Use|Get a) new quote$/ })
  await page.addLocatorHandler(another, (button) => button.click())
  await page.getByRole('region', { name: 'Signing' }).getByRole('button', { name: /^Sign/ }).click()
  await page.removeLocatorHandler(another)
}

/** Signs the remaining operations on the review page. @returns The quote that was sent. */
export async function signAndSend(page: Page): Promise<SentQuote> {
  const sent = page.waitForRequest(isExecute)
  await startSigning(page)
  const quote: SentQuote = (await sent).postDataJSON()
  return quote
}

/**
 * Waits until the execution page says Completed. Expects the status to have advanced only forward, and
 * every state to be shown as done.
 */
export async function watchToTheEnd(page: Page, quote: SentQuote): Promise<void> {
  const answers: Promise<{ status?: string }>[] = []
  function keep(response: Response): void {
    if (response.url().includes('/get-execution-status') && response.ok())
      answers.push(response.json())
  }
  page.on('response', keep)
  await expectCompleted(page, quote)
  page.off('response', keep)
  const statuses = (await Promise.all(answers)).flatMap(({ status }) => status ?? [])
  const told = statuses.filter((status, index) => status !== statuses[index - 1])
  expect(told.at(-1)).toBe('COMPLETED')
  expect(told, 'forward only').toEqual(states.filter((state) => told.includes(state)))
  const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem')
  await expect(steps).toHaveText([/Pending/, /In progress/, /Delivered|Call ran/, /Completed/])
}

/** Waits until the execution page says Completed; it may have ended before the page was opened. */
export async function expectCompleted(page: Page, { id }: Pick<SentQuote, 'id'>): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/executions/${id}`))
  await expect(page.getByRole('status').getByText('Completed')).toBeVisible()
}

const states = ['PENDING', 'IN_PROGRESS', 'EXECUTED', 'COMPLETED']

/** Expects balances on the nodes to have changed exactly as quoted. */
export async function expectExactChange(
  service: ServiceInfo,
  { quote, before }: { quote: SentQuote; before: BothSides },
): Promise<void> {
  const after = await readBothSides(service, before.owned, before)
  const paid = getChanges(before.paid, after.paid)
  const received = getChanges(before.received, after.received)
  expect(sumHoldings(service, paid, before.from), 'paid in all').toBe(
    -BigInt(quote.originToken.amount),
  )
  expect([...paid.keys()].toSorted(), 'chains paid from').toEqual(
    quote.originChainsOperations.map((operation) => operation.assetType).toSorted(),
  )
  expect([...received], 'received').toEqual([
    [quote.destinationToken.assetType, BigInt(quote.destinationToken.amount)],
  ])
}

/**
 * Opens every explorer link of the execution and expects the transaction there.
 * @param minLinks - How many transactions there are: deposits and the delivery.
 */
export async function expectExplorerLinks(page: Page, minLinks = 3): Promise<void> {
  const links = page.getByRole('link', { name: /explorer/i })
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(addresses).size, 'deposits and delivery').toBeGreaterThanOrEqual(minLinks)
  for (const address of new Set(addresses)) {
    const response = await page.request.get(String(address))
    expect(response.status(), String(address)).toBe(200)
    expect(await response.text()).toContain(String(address).split('/').at(-1))
  }
}

/** Finds the execution in the history with these words in its row, and opens it from there. */
export async function expectInHistory(
  page: Page,
  { quote, words = [] }: { quote: SentQuote; words?: string[] },
): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'History' }).click()
  const row = page.getByRole('link').and(page.locator(`[href*="/executions/${quote.id}"]`))
  await expect(row.first()).toBeVisible()
  for (const word of words) await expect(row.first()).toContainText(word)
  await row.first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'View details' }).click()
  await expect(page).toHaveURL(new RegExp(`/executions/${quote.id}`))
}

function isExecute(request: Request): boolean {
  return request.method() === 'POST' && /\/v3\/quote\/execute(-quote)?$/.test(request.url())
}
