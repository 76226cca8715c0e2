import { expect, type Page } from '@playwright/test'
import { formatQuoteAmount } from './formatExact.ts'
import { getChain, getMember, type ServiceInfo } from '../product/service.ts'
import type { SentQuote } from './swapFlow.ts'

/** Contents of the review, read before anything is signed. */
export type ReviewTexts = {
  /** The sentence below the heading. */
  sentence: string
  /** Each operation with everything in its card. */
  operations: string[]
  /** The summary of what is bought. */
  bought: string
  /** The checklist: each claim with its result and evidence. */
  checks: string[]
  /** `20 of 20 passed`. */
  summary: string
}

/** Opens every operation of the review and reads its words. */
export async function readReview(page: Page): Promise<ReviewTexts> {
  const closed = page.getByRole('button', { name: /^Show details of/ })
  // An opened operation no longer matches the locator.
  for (let left = await closed.count(); left > 0; left -= 1) await closed.first().click()
  const operations = await page.getByRole('tabpanel').getByRole('article').allInnerTexts()
  const bought = page.getByRole('region', { name: 'Summary' })
  // The chains have said what they can.
  await expect(bought).toContainText(/Decoded from what you sign/)
  const checklist = page.getByRole('region', { name: 'Checked in this browser' })
  const folded = checklist.getByRole('button', { expanded: false })
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click()
  return {
    sentence: await page.getByText(/^Pay [\d,.]+ /).innerText(),
    operations,
    checks: await checklist.getByRole('listitem').getByRole('listitem').allTextContents(),
    bought: await bought.innerText(),
    summary: await checklist.getByText(/ passed$/).innerText(),
  }
}

/** Every claim of the verifier for a deposit into the escrow. */
const claims = 20

/**
 * Expects the review to match the quote that was then signed: amounts, chains, each call of each
 * operation; and every claim to be verified.
 */
export function expectTrue(
  words: ReviewTexts,
  { service, quote }: { service: ServiceInfo; quote: SentQuote },
): void {
  const { sentence, operations, checks, summary, bought } = words
  const { destinationToken, originToken, originChainsOperations, fees } = quote
  const received = getMember(service, destinationToken.assetType)
  const [amount, minimum] = [destinationToken.amount, destinationToken.minimumAmount].map((units) =>
    formatQuoteAmount(BigInt(units), received.decimals),
  )
  const place = getChain(service, destinationToken.assetType).name
  expect(sentence).toBe(
    `Pay ${formatQuoteAmount(BigInt(originToken.amount), 6)} USDC from ${originChainsOperations.length} chains; ` +
      `you receive ${amount} ETH on ${place}, at least ${minimum} ETH.`,
  )
  expect(operations.length).toBe(originChainsOperations.length)
  for (const [index, operation] of originChainsOperations.entries()) {
    const fee = BigInt(fees.assets[operation.assetType] ?? '0')
    const spent = formatQuoteAmount(BigInt(operation.amount) + fee, 6)
    const chain = getChain(service, operation.assetType).name
    const card = operations[index] ?? ''
    expect(bought).toContain(`\u2212${spent} USDC`)
    expect(card).toContain(`Move ${spent} USDC on ${chain} into escrow`)
    const isSolana = operation.assetType.startsWith('solana:')
    // Solana knows no allowances: the program takes the deposit with the owner's own signature.
    if (!isSolana) expect(card).toContain(`Allow the escrow to spend exactly ${spent} USDC`)
    expect(card).toContain(
      `Deposit ${spent} USDC into ${isSolana ? 'the escrow program' : 'escrow'} for this quote, including a fee of ${formatQuoteAmount(fee, 6)} USDC`,
    )
  }
  expect(summary).toBe(`${claims} of ${claims} passed`)
  expect(checks.filter((check) => check.includes(': Passed')).length).toBe(claims)
  expect(
    checks.filter((check) => check.startsWith('It goes to your recipient: Passed')),
  ).toHaveLength(1)
  expect(bought).toContain(`At least ${minimum} ETH`)
  expect(bought).toContain(`quoted: +${amount} ETH`)
  const isOnSolana = originChainsOperations.some((one) => one.assetType.startsWith('solana:'))
  expect(bought).toContain(isOnSolana ? 'not simulated on' : 'and matches a simulation of it')
}
