import { z } from 'zod'

import { Hex } from '../ids/hex.ts'

/**
 * Every reason the service refuses a request, and what the caller can do about it.
 *
 * Codes are part of the interface: add at the end, never rename, never reuse.
 */
export const ErrorCode = z.enum([
  /** The request does not match its schema; `issues` names each field. */
  'INVALID_REQUEST',
  /** The `x-api-key` header is missing or unknown. */
  'UNAUTHENTICATED',
  /** The key may not do this. */
  'FORBIDDEN',
  /** No such route. */
  'NOT_FOUND',
  /** The route exists under another method. */
  'METHOD_NOT_ALLOWED',
  /** The body is above 256 KB. */
  'PAYLOAD_TOO_LARGE',
  /** The body is not JSON. */
  'UNSUPPORTED_MEDIA_TYPE',
  /** The asset or chain is none the service knows. */
  'UNSUPPORTED_ASSET',
  'UNSUPPORTED_CHAIN',
  /** The account address is not the one of its keys. */
  'ADDRESS_MISMATCH',
  /** The recipient does not fit the destination asset's chain. */
  'RECIPIENT_MISMATCH',
  /** The quote, or its seal, is not the one that was issued. */
  'QUOTE_TAMPERED',
  /** The quote's expiry has passed; ask for a new one. */
  'QUOTE_EXPIRED',
  /** An operation's signature is missing or by the wrong key; `issues` names the operation. */
  'INVALID_SIGNATURE',
  /** The accounts hold less than the amount asked for, over all chains that may be spent from. */
  'INSUFFICIENT_BALANCE',
  /** No way leads from the asset to the destination. */
  'NO_ROUTE',
  /** The amount does not cover its fees. */
  'AMOUNT_TOO_LOW',
  /** The solver or the pool cannot deliver this much. */
  'INSUFFICIENT_LIQUIDITY',
  /** A price is missing, stale or contradicted by the market. */
  'PRICE_UNAVAILABLE',
  /** The operation would revert; the message says why. */
  'SIMULATION_FAILED',
  /** Another request holds or has done this. */
  'CONFLICT',
  /** Too many requests; Retry-After says when. */
  'RATE_LIMITED',
  /** A chain could not be read or written; the same request may go through later. */
  'CHAIN_UNAVAILABLE',
  /** The database does not answer; nothing was accepted. */
  'STORAGE_UNAVAILABLE',
  /** A fault of the service. */
  'INTERNAL',
  /** The sponsored gas of this account, or of this API key, is used up until tomorrow (UTC). */
  'SPONSORSHIP_EXHAUSTED',
  /** The account is delegated to another contract (EIP-7702). */
  'DELEGATION-001',
  /** The service has lost too much sponsored gas today: nobody's is sponsored until tomorrow (UTC). */
  'SPONSORSHIP_PAUSED',
  /** The operation may take more gas than is sponsored in one; ask for less in one. */
  'GAS_LIMIT_EXCEEDED',
  /** More is asked than can be served soon; Retry-After says when to come back. */
  'OVERLOADED',
])
export type ErrorCode = z.output<typeof ErrorCode>

/** Body of every answer whose status is 400 or above. Source: wire, "Errors". */
export const ErrorBody = z.object({
  /** The standard phrase of the status, such as `Bad Request`. */
  error: z.string(),
  message: z.string(),
  statusCode: z.int(),
  timestamp: z.iso.datetime(),
  path: z.string(),
  code: ErrorCode.optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** What a contract reverted with, on `SIMULATION_FAILED`: for callers that have its ABI. */
  revertData: Hex.optional(),
})
export type ErrorBody = z.output<typeof ErrorBody>
