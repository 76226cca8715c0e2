import { expect, type Page } from '@playwright/test'
import { Keypair } from '@solana/web3.js'
import { formatQuoteAmount } from './formatExact.ts'
import { getChanges, type OwnedAddresses, readHoldings, sumHoldings } from './holdings.ts'
import { getAggregate, getChain, getMember, type ServiceInfo } from '../product/service.ts'
import type { SolanaTestWallet } from '../wallets/solanaWallet.ts'
import { confirmRecipient, type SentQuote, signAndSend, watchToTheEnd } from './swapFlow.ts'

/** Form input: asset ids, an amount in whole units, and another recipient if any. */
export type SwapInput = { from: string; to: string; amount: string; recipient?: string }

/** A new Solana address. */
export function generateSolanaAddress(): string {
  return Keypair.generate().publicKey.toBase58()
}

/** Opens the form with everything filled in and goes on to the review. */
export async function openReview(page: Page, wanted: SwapInput): Promise<void> {
  const query = new URLSearchParams(wanted)
  await page.goto(`/swap?${query}`)
  if (wanted.recipient !== undefined) await confirmRecipient(page)
  const button = page.getByRole('button', { name: /^Review (swap|transfer)$/ })
  await button.filter({ visible: true }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await expectAllPassed(page)
}

/** Expects every claim to be verified in the browser. */
async function expectAllPassed(page: Page): Promise<void> {
  const checks = page.getByRole('region', { name: 'Checked in this browser' })
  await expect(checks.getByText(/ passed$/)).toHaveText(/^(\d+) of \1 passed$/)
}

/**
 * Reviews and signs a swap or transfer, waits for its end, and expects on the nodes of both ecosystems that
 * these accounts paid exactly what was quoted.
 */
export async function sendExactly(
  page: Page,
  { service, owned, wanted }: { service: ServiceInfo; owned: OwnedAddresses; wanted: SwapInput },
): Promise<SentQuote> {
  const aggregateId = getAggregateId(service, wanted.from)
  const before = await readHoldings(service, { ...owned, aggregateId })
  await openReview(page, wanted)
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  const paid = getChanges(before, await readHoldings(service, { ...owned, aggregateId }))
  const { assetType, amount } = quote.destinationToken
  const isOwn = wanted.recipient === undefined && getAggregateId(service, assetType) === aggregateId
  if (isOwn) paid.set(assetType, (paid.get(assetType) ?? 0n) - BigInt(amount))
  expect(sumHoldings(service, paid, aggregateId), 'paid in all').toBe(
    -BigInt(quote.originToken.amount),
  )
  expect([...paid.keys()].toSorted(), 'paid from').toEqual(
    quote.originChainsOperations.map((operation) => operation.assetType).toSorted(),
  )
  return quote
}

/** The aggregate that an asset id names, or is a member of. */
function getAggregateId(service: ServiceInfo, id: string): string {
  const own = service.aggregates.find(
    ({ aggregatedAssetId, aggregatedEntities }) =>
      aggregatedAssetId === id || aggregatedEntities.some(({ assetType }) => assetType === id),
  )
  return own?.aggregatedAssetId ?? getAggregate(service, id).aggregatedAssetId
}

/** The delivered amount as pages show it: `0.15 ETH on Firth`. */
export function formatArrival(service: ServiceInfo, { destinationToken }: SentQuote): string {
  const { amount, assetType } = destinationToken
  const symbol = getAggregateId(service, assetType).split(':')[1]?.toUpperCase()
  const { decimals } = getMember(service, assetType)
  return `${formatQuoteAmount(BigInt(amount), decimals)} ${symbol} on ${getChain(service, assetType).name}`
}

/** Connects an announced Solana wallet in the open dialog. */
export async function chooseSolanaWallet(page: Page, { name }: SolanaTestWallet): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  const wallets = dialog.getByRole('region', { name: 'Solana wallets' })
  await wallets.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(dialog).toBeHidden()
}
