import { expect, onTestFinished } from 'vitest'

import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import { waitUntilTerminal } from '../harness/composeServices.ts'
import { pinBaseFee } from '../harness/fees.ts'
import type { FailureHarness } from './failures.ts'

/** One ether, wei. */
export const coin = 10n ** 18n

/** Accepts a quote and follows it to its end. */
export async function execute(harness: FailureHarness, quote: Quote): Promise<StatusRecord> {
  const services = harness.services()
  await services.executions.accept(quote, { receivedBody: quote })
  return waitUntilTerminal(services, { quoteId: quote.id })
}

/** Puts code at an address of an asset's chain. */
export async function setCode(
  harness: FailureHarness,
  on: AssetType,
  { address, bytecode }: { address: EvmAddress; bytecode: Hex },
): Promise<void> {
  await harness.nodeOf(on).client.setCode({ address, bytecode })
}

/** What of an execution was refused when it was tried, or reverted when it was mined. */
export async function readActions(
  harness: FailureHarness,
  { id }: Quote,
  state: 'refused' | 'reverted',
): Promise<string[]> {
  const rows = await harness.database.storage.query<{ action: string }>(
    'select action from steps where quote_id = $1 and state = $2',
    [id, state],
  )
  return rows.map(({ action }) => action)
}

/** Keeps a base fee until the test ends, and waits until the service has seen it come and go. */
export async function holdFee(
  harness: FailureHarness,
  on: readonly AssetType[],
  baseFeePerGas: bigint,
): Promise<void> {
  const end = await pinBaseFee(on.map(harness.nodeOf), baseFeePerGas)
  const priceUsd = baseFeePerGas * 3_000n * 10n ** 8n
  async function isAbove(usd: bigint): Promise<boolean[]> {
    const chainIds = on.map((assetType) => splitAssetType(assetType).chainId)
    const book = await harness.services().service.prices.read(chainIds)
    return chainIds.map((chainId) => (book.gasUsd(chainId, coin) ?? 0n) > usd)
  }
  // Half-way there, what the service holds would be too little still.
  await expect.poll(() => isAbove((priceUsd * 9n) / 10n)).toEqual(on.map(() => true))
  onTestFinished(async () => {
    await end()
    await expect.poll(() => isAbove(priceUsd / 2n)).toEqual(on.map(() => false))
  })
}
