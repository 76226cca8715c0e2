import { parseFields, parseList, parseText, parseWhole, parseContext } from './parseResponse.ts'
import { encodeBase64 } from '../codec/base64.ts'
import type { SolanaClient } from './client.ts'
import { type ReadOptions, toRequestParams } from './readAccounts.ts'

/** What a transaction would do now. */
export type Simulation = {
  slot: bigint
  /** Null when it would succeed, else `TransactionError` as JSON. */
  err: unknown
  logs: readonly string[]
  unitsConsumed: bigint
}

/**
 * Sends a signed transaction as it is: nothing is tried beforehand. The node passes it on until it
 * lands or its blockhash expires.
 *
 * @param bytes - Signatures, then the message.
 * @returns Its first signature, base58. It says that the node took it, not that it lands.
 * @throws SolanaRefusal when the node does not take it.
 */
export async function sendTransaction(client: SolanaClient, bytes: Uint8Array): Promise<string> {
  const answer = await client.request({
    method: 'sendTransaction',
    params: [encodeBase64(bytes), { encoding: 'base64', skipPreflight: true }],
  })
  return parseText(answer)
}

/**
 * Tries a transaction without sending it. Signatures are not looked at, its blockhash is: zeros may
 * stand in place of signatures.
 */
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
