import { contextOf, fieldsOf, textOf, UnreadableAnswer, wholeOf } from './answers.ts'
import type { SolanaClient } from './client.ts'
import { type Moment, momentParams } from './readAccounts.ts'

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
export async function readBlockhash(client: SolanaClient, moment: Moment): Promise<Blockhash> {
  const answer = await client.request({
    method: 'getLatestBlockhash',
    params: [momentParams(moment)],
  })
  const { slot, value } = contextOf(answer)
  const { blockhash, lastValidBlockHeight } = fieldsOf(value)
  const height = wholeOf(lastValidBlockHeight)
  return { slot, blockhash: textOf(blockhash), lastValidBlockHeight: height }
}

/**
 * Whether a block of that commitment could still take a transaction that names this blockhash. One
 * that was once valid at `finalized` and no longer is has expired for good.
 */
export async function isBlockhashValid(
  client: SolanaClient,
  blockhash: string,
  moment: Moment,
): Promise<{ isValid: boolean; slot: bigint }> {
  const answer = await client.request({
    method: 'isBlockhashValid',
    params: [blockhash, momentParams(moment)],
  })
  const { slot, value } = contextOf(answer)
  if (typeof value !== 'boolean')
    throw new UnreadableAnswer('The node answered neither yes nor no.')
  return { slot, isValid: value }
}

/** The newest slot of a commitment. */
export async function readSlot(client: SolanaClient, moment: Moment): Promise<bigint> {
  return wholeOf(await client.request({ method: 'getSlot', params: [momentParams(moment)] }))
}

/** The height of the newest block of a commitment: slots without a block do not count. */
export async function readBlockHeight(client: SolanaClient, moment: Moment): Promise<bigint> {
  return wholeOf(await client.request({ method: 'getBlockHeight', params: [momentParams(moment)] }))
}
