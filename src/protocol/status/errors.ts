import { z } from 'zod/mini'

import { PositiveAmountText } from '../ids/amount.ts'
import { Hex } from '../ids/hex.ts'

/** Error codes of the API. They are part of the interface: append only, never rename or reuse. */
export const ErrorCode = z.enum([
  /** The request does not match its schema; `issues` names each field. */
  'INVALID_REQUEST',
  /** The `x-api-key` header is missing or unknown. */
  'UNAUTHENTICATED',
  /** The API key does not permit this. */
  'FORBIDDEN',
  /** No such route. */
  'NOT_FOUND',
  /** The route exists under another method. */
  'METHOD_NOT_ALLOWED',
  /** The body is larger than its path takes. */
  'PAYLOAD_TOO_LARGE',
  /** The body is not JSON. */
  'UNSUPPORTED_MEDIA_TYPE',
  /** The asset or chain is not supported. */
  'UNSUPPORTED_ASSET',
  'UNSUPPORTED_CHAIN',
  /** The account address does not belong to its keys. */
  'ADDRESS_MISMATCH',
  /** The recipient is not on the destination asset's chain. */
  'RECIPIENT_MISMATCH',
  /** The quote or its tamper-proof signature differs from what was issued. */
  'QUOTE_TAMPERED',
  /** The quote has expired; request a new one. */
  'QUOTE_EXPIRED',
  /** An operation's signature is missing or made by the wrong key; `issues` names the operation. */
  'INVALID_SIGNATURE',
  /** The accounts hold less than the requested amount on all chains that can be spent from. */
  'INSUFFICIENT_BALANCE',
  /** No route leads from the asset to the destination. */
  'NO_ROUTE',
  /** The amount does not cover its fees. */
  'AMOUNT_TOO_LOW',
  /** The solver or the pool cannot deliver this much. */
  'INSUFFICIENT_LIQUIDITY',
  /** A price is missing, stale or contradicted by another source. */
  'PRICE_UNAVAILABLE',
  /** The operation would revert; the message says why. */
  'SIMULATION_FAILED',
  /** Another request has already done this, or is doing it. */
  'CONFLICT',
  /** Too many requests; Retry-After says when. */
  'RATE_LIMITED',
  /** A chain could not be read or written; the same request may succeed later. */
  'CHAIN_UNAVAILABLE',
  /** The database is unavailable; nothing was accepted. */
  'STORAGE_UNAVAILABLE',
  /** An internal error of the service. */
  'INTERNAL',
  /** The gas sponsorship of this account or API key is used up until tomorrow (UTC). */
  'SPONSORSHIP_EXHAUSTED',
  /** The account is delegated to another contract (EIP-7702). */
  'DELEGATION-001',
  /**
   * The service has lost too much sponsored gas today; sponsorship is paused until tomorrow (UTC).
   */
  'SPONSORSHIP_PAUSED',
  /** The operation's gas limit exceeds the sponsored maximum; request less in one operation. */
  'GAS_LIMIT_EXCEEDED',
  /** The service is overloaded; Retry-After says when to retry. */
  'OVERLOADED',
])
export type ErrorCode = z.output<typeof ErrorCode>

/** Body of every response with status 400 or above. Source: wire, "Errors". */
export const ErrorBody = z.object({
  /** The standard reason phrase of the status, such as `Bad Request`. */
  error: z.string(),
  message: z.string(),
  statusCode: z.int(),
  timestamp: z.iso.datetime(),
  path: z.string(),
  code: z.optional(ErrorCode),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Raw revert data on `SIMULATION_FAILED`, for callers that have the contract's ABI. */
  revertData: z.optional(Hex),
  /**
   * On `AMOUNT_TOO_LOW` of a request by what is paid: the most that can be moved, where the rest is
   * held where moving it costs more than it is worth. In the units of `from.amount`.
   */
  most: z.optional(PositiveAmountText),
})
export type ErrorBody = z.output<typeof ErrorBody>
