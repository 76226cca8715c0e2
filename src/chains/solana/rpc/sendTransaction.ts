import { parseFields, parseList, parseText, parseWhole, parseContext } from './parseResponse.ts'
import { encodeBase64 } from '../program/bytes.ts'
import type { SolanaClient } from './client.ts'
import { type ReadOptions, toRequestParams } from './readAccounts.ts'

/** Result of simulating a transaction. */
export type Simulation = {
  slot: bigint
  /** Null when it would succeed, else `TransactionError` as JSON. */
  err: unknown
  logs: readonly string[]
  unitsConsumed: bigint
}

/**
 * Sends a signed transaction without preflight. The node forwards it until it lands or its
 * blockhash expires.
 *
 * @param bytes - Signatures, then the message.
 * @returns Its first signature, base58. The node accepted it; it may still not land.
 * @throws SolanaRpcError when the node rejects it.
 */
export async function sendTransaction(client: SolanaClient, bytes: Uint8Array): Promise<string> {
  const answer = await client.request({
    method: 'sendTransaction',
    params: [encodeBase64(bytes), { encoding: 'base64', skipPreflight: true }],
  })
  return parseText(answer)
}

/** Simulates a transaction. Its blockhash is checked, its signatures may be zeros. */
export async function simulateTransaction(
  client: SolanaClient,
  bytes: Uint8Array,
  moment: ReadOptions,
): Promise<Simulation> {
  const answer = await client.request({
    method: 'simulateTransaction',
    params: [
      encodeBase64(bytes),
      {
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: false,
        ...toRequestParams(moment),
      },
    ],
  })
  const { slot, value } = parseContext(answer)
  const { err = null, logs, unitsConsumed } = parseFields(value)
  return {
    slot,
    err,
    logs: Array.isArray(logs) ? parseList(logs).map((line) => parseText(line)) : [],
    unitsConsumed: unitsConsumed === undefined ? 0n : parseWhole(unitsConsumed),
  }
}
