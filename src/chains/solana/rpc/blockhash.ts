import {
  parseContext,
  parseFields,
  parseText,
  InvalidResponseError,
  parseWhole,
} from './parseResponse.ts'
import type { SolanaClient } from './client.ts'
import { type ReadOptions, toRequestParams } from './readAccounts.ts'

/** A blockhash and until when transactions may name it. */
export type Blockhash = {
  /** Base58. */
  blockhash: string
  /** The last block (by height, not by slot) that takes it. */
  lastValidBlockHeight: bigint
  /** The slot that it was read at. */
  slot: bigint
}

/** The newest blockhash of a commitment. */
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
 * Whether a block of that commitment could still take a transaction that names this blockhash. One
 * that was once valid at `finalized` and no longer is has expired for good.
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

/** The newest slot of a commitment. */
export async function readSlot(client: SolanaClient, moment: ReadOptions): Promise<bigint> {
  return parseWhole(await client.request({ method: 'getSlot', params: [toRequestParams(moment)] }))
}

/** The height of the newest block of a commitment: slots without a block do not count. */
export async function readBlockHeight(client: SolanaClient, moment: ReadOptions): Promise<bigint> {
  return parseWhole(
    await client.request({ method: 'getBlockHeight', params: [toRequestParams(moment)] }),
  )
}
