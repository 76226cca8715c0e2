import { z } from 'zod/mini'

import { decodeBase58 } from '../ids/base58.ts'
import { AccountAddress } from '../ids/caip.ts'
import { Hash } from '../ids/hex.ts'

/** A Solana transaction signature: base58 of 64 bytes. */
const SolanaSignature = z.string().check(
  z.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/, { abort: true }),
  z.refine((text) => decodeBase58(text).length === 64),
)

/** What an execution can be found by: a quote id, a transaction's hash, or an address. */
export const HistoryTerm = z.union(
  [Hash, AccountAddress, SolanaSignature],
  'Expected a quote id, the hash of a transaction, or an address.',
)
export type HistoryTerm = z.output<typeof HistoryTerm>

/** Unix milliseconds, from an ISO 8601 time with its offset, a day (UTC), or Unix seconds. */
export const Moment = z.pipe(
  z.union(
    [z.iso.datetime({ offset: true }), z.iso.date(), z.string().check(z.regex(/^\d{1,11}$/))],
    'Expected a time: 2026-11-21T04:42:02Z, 2026-11-21, or Unix seconds, not milliseconds.',
  ),
  z.transform((text) => (/^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text))),
)

/** Returns a value of a filter as it is compared: EVM ids and hashes in lower case. */
export function toHistoryKey(value: string): string {
  return /^(?:0x|eip155:)/.test(value) ? value.toLowerCase() : value
}
