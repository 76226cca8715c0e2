import {
  parseContext,
  parseFields,
  parseText,
  InvalidResponseError,
  parseWhole,
} from './parseResponse.ts'
import type { SolanaClient } from './client.ts'
import { type ReadOptions, toRequestParams } from './readAccounts.ts'

/** A blockhash and its last valid block height. */
export type Blockhash = {
  /** Base58. */
  blockhash: string
  /** Last block (by height, not slot) that accepts it. */
  lastValidBlockHeight: bigint
  /** Slot it was read at. */
  slot: bigint
}

/** Reads the newest blockhash at a commitment. */
export async function readBlockhash(client: SolanaClient, moment: ReadOptions): Promise<Blockhash> {
  const answer = await client.request({
    method: 'getLatestBlockhash',
    params: [toRequestParams(moment)],
  })
  const { slot, value } = parseContext(answer)
  const { blockhash, lastValidBlockHeight } = parseFields(value)
  const height = parseWhole(lastValidBlockHeight)
  return { slot, blockhash: parseText(blockhash), lastValidBlockHeight: height }
}

/**
 * Whether a block at that commitment could still include a transaction with this blockhash. One
 * that was valid at `finalized` and no longer is has expired for good.
 */
export async function isBlockhashValid(
  client: SolanaClient,
  blockhash: string,
  moment: ReadOptions,
): Promise<{ isValid: boolean; slot: bigint }> {
  const answer = await client.request({
    method: 'isBlockhashValid',
    params: [blockhash, toRequestParams(moment)],
  })
  const { slot, value } = parseContext(answer)
  if (typeof value !== 'boolean')
    throw new InvalidResponseError('The node answered neither yes nor no.')
  return { slot, isValid: value }
}

/** Reads the newest slot at a commitment. */
export async function readSlot(client: SolanaClient, moment: ReadOptions): Promise<bigint> {
  return parseWhole(await client.request({ method: 'getSlot', params: [toRequestParams(moment)] }))
}

/** Reads the height of the newest block at a commitment; slots without a block do not count. */
export async function readBlockHeight(client: SolanaClient, moment: ReadOptions): Promise<bigint> {
  return parseWhole(
    await client.request({ method: 'getBlockHeight', params: [toRequestParams(moment)] }),
  )
}
