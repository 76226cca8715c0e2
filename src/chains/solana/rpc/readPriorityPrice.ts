import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { parseFields, parseList, parseWhole } from './parseResponse.ts'
import type { SolanaClient } from './client.ts'
import { SolanaRpcError } from './SolanaRpcError.ts'

/**
 * What is offered for a compute unit, in millionths of a lamport: at least something, so that every
 * message says its price; at most 0.1 lamports, which makes about 10,000 lamports for a deposit.
 */
export const priorityPrices = { least: 1_000n, most: 100_000n } as const

/** Three of four transactions of late that changed these accounts paid this or less. */
const percentile = 0.75
/** Source: `MAX_TX_ACCOUNT_LOCKS`, the limit of `getRecentPrioritizationFees`. */
const maxAddresses = 128

/**
 * The price per compute unit with which a transaction gets in: what others paid lately who change the
 * same accounts, within {@link priorityPrices}. A provider that does not answer this question costs
 * nothing but the knowledge.
 *
 * @param writable - The accounts that the transaction changes.
 * @param most - A higher limit, for what must not be outbid: then twice of what others paid is offered.
 */
export async function readPriorityPrice(
  client: SolanaClient,
  writable: readonly SolanaAddress[],
  most: bigint = priorityPrices.most,
): Promise<bigint> {
  const prices = await readPaid(client, writable)
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : 1))
  const paid = sorted[Math.floor(sorted.length * percentile)] ?? 0n
  const price = most > priorityPrices.most ? 2n * paid : paid
  if (price < priorityPrices.least) return priorityPrices.least
  return price > most ? most : price
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
