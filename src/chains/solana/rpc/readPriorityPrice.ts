import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { parseFields, parseList, parseWhole } from './parseResponse.ts'
import { type SolanaClient, SolanaRpcError } from './client.ts'

/**
 * Bounds of the price per compute unit, millionths of a lamport. Never zero, so that every message
 * states a price; at most 0.1 lamports, about 10,000 lamports for a deposit.
 */
export const priorityPrices = { min: 1_000n, max: 100_000n } as const

/** Three quarters of recent transactions that wrote to these accounts paid this or less. */
const percentile = 0.75
/** Source: `MAX_TX_ACCOUNT_LOCKS`, the limit of `getRecentPrioritizationFees`. */
const maxAddresses = 128

/**
 * Reads a price per compute unit that gets a transaction included: what recent transactions paid to
 * write to the same accounts, within {@link priorityPrices}. Falls back to the lowest price when
 * the provider rejects the request.
 *
 * @param writable - Accounts that the transaction changes.
 * @param maxPrice - A higher limit, for what must not be outbid; doubles what others paid.
 */
export async function readPriorityPrice(
  client: SolanaClient,
  writable: readonly SolanaAddress[],
  maxPrice: bigint = priorityPrices.max,
): Promise<bigint> {
  const prices = await readPaid(client, writable)
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1))
  const paid = sorted[Math.floor(sorted.length * percentile)] ?? 0n
  const price = maxPrice > priorityPrices.max ? 2n * paid : paid
  if (price < priorityPrices.min) return priorityPrices.min
  return price > maxPrice ? maxPrice : price
}

async function readPaid(
  client: SolanaClient,
  writable: readonly SolanaAddress[],
): Promise<readonly bigint[]> {
  try {
    const answer = await client.request({
      method: 'getRecentPrioritizationFees',
      params: [writable.slice(0, maxAddresses)],
    })
    return parseList(answer).map((one) => parseWhole(parseFields(one)['prioritizationFee']))
  } catch (error) {
    if (error instanceof SolanaRpcError) return []
    throw error
  }
}
