import { z } from 'zod/mini'

import { AccountAddress, AssetId, ChainId, EvmAddress } from '../ids/caip.ts'
import { buildOptionalQueryList } from '../ids/queryList.ts'
import { ReceivedFailReason } from './failReason.ts'
import { Hash } from '../ids/hex.ts'
import { HistoryTerm, Moment } from './historyFilters.ts'
import { DestinationToken, OriginToken, QuoteFees } from '../quotes/quote.ts'

/** The states of an execution. Source: specification section 3; wire, "Status and history". */
export const ExecutionStatus = z.enum([
  /** Accepted; nothing is mined yet. */
  'PENDING',
  /** The first origin operation is confirmed. */
  'IN_PROGRESS',
  /** Filled on the destination; origin legs are being released. */
  'EXECUTED',
  /** Every release is final at the network's depth. */
  'COMPLETED',
  /** Nothing was delivered and no deposit of the user is still held. */
  'REFUNDED',
  /** A deposit is held that the user must refund. */
  'FAILED',
])
export type ExecutionStatus = z.output<typeof ExecutionStatus>

/** Whether a status is final. */
export function isTerminal(status: ExecutionStatus): boolean {
  return status === 'COMPLETED' || status === 'REFUNDED' || status === 'FAILED'
}

/** A successful transaction of an execution; `hash` is 0x hex (EVM) or base58 (Solana). */
export const LandedOperation = z.object({
  hash: z.string(),
  chain: ChainId,
  /** EIP-155 number; EVM only. */
  chainId: z.optional(z.int().check(z.nonnegative())),
  /** Link to the transaction in the chain's block explorer; absent when none is configured. */
  explorerUrl: z.optional(z.url()),
})
export type LandedOperation = z.output<typeof LandedOperation>

/** A status record. Source: specification section 2.6; the last three fields are ours. */
export const StatusRecord = z.object({
  quoteId: Hash,
  status: ExecutionStatus,
  user: AccountAddress,
  /** `<chain id>/<address>`. */
  recipientAccountId: z.string(),
  originChainOperations: z.array(LandedOperation),
  destinationChainOperations: z.array(LandedOperation),
  failReason: z.optional(ReceivedFailReason),
  createdAt: z.optional(z.iso.datetime()),
  updatedAt: z.optional(z.iso.datetime()),
  refundOperations: z.optional(z.array(LandedOperation)),
})
export type StatusRecord = z.output<typeof StatusRecord>

/** 200 of the status endpoints: `{}` for an unknown id. Source: wire, "Status and history". */
export const StatusAnswer = z.union([StatusRecord, z.strictObject({})])
export type StatusAnswer = z.output<typeof StatusAnswer>

/** Query of the status endpoints. */
export const StatusQuery = z.object({ quoteId: Hash })
export type StatusQuery = z.output<typeof StatusQuery>

/** What an execution did: another asset, the same asset to another recipient, or contract calls. */
export const ExecutionType = z.enum(['SWAP', 'TRANSFER', 'CALL'])
export type ExecutionType = z.output<typeof ExecutionType>

/** A row of the history. Source: specification section 2.6. */
export const HistoryRecord = z.object({
  ...StatusRecord.shape,
  type: ExecutionType,
  originToken: OriginToken,
  destinationToken: z.required(z.partial(DestinationToken), {
    aggregatedAssetId: true,
    amount: true,
    assetType: true,
  }),
  timestamp: z.iso.datetime(),
  /** As quoted. Source: ours (wire, "Status and history"). */
  fees: z.optional(QuoteFees),
})
export type HistoryRecord = z.output<typeof HistoryRecord>

/** The history query of generation 1, which accepts EVM addresses only and has no filters. */
export const HistoryQueryV1 = z.object({
  user: EvmAddress,
  /** Capped at 100. */
  limit: z.pipe(
    z._default(z.coerce.number().check(z.int(), z.minimum(1)), 20),
    z.transform((limit) => Math.min(limit, 100)),
  ),
  continuation: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  sortBy: z._default(z.enum(['createdAt', 'updatedAt']), 'createdAt'),
})
export type HistoryQueryV1 = z.output<typeof HistoryQueryV1>

/** The most values of one filter. */
const maxValues = 20

/**
 * Filters of a history, each optional: an execution that fits all of them is shown. They never add
 * an execution that the account did not sign. Source: wire, "Status and history".
 */
const HistoryFilters = z.object({
  status: buildOptionalQueryList(ExecutionStatus, { max: maxValues }).check(
    z.describe('Statuses, separated by commas or in several parameters.'),
  ),
  type: buildOptionalQueryList(ExecutionType, { max: maxValues }).check(
    z.describe('Kinds of execution, separated by commas or in several parameters.'),
  ),
  asset: buildOptionalQueryList(AssetId, { max: maxValues }).check(
    z.describe('Assets paid or received, separated by commas or in several parameters.'),
  ),
  chain: buildOptionalQueryList(ChainId, { max: maxValues }).check(
    z.describe('Chains paid on or delivered to, separated by commas or in several parameters.'),
  ),
  since: z.optional(Moment).check(z.describe('No earlier than this, by the time of `sortBy`.')),
  until: z.optional(Moment).check(z.describe('Earlier than this, by the time of `sortBy`.')),
  search: buildOptionalQueryList(HistoryTerm, { max: maxValues }).check(
    z.describe(
      'Quote ids, hashes of transactions, addresses of the recipient or of an account that signed.',
    ),
  ),
})
/** Filters of a history as decoded; no list is empty, times are Unix milliseconds. */
export type HistoryFilters = z.output<typeof HistoryFilters>

/** The history query of generation 3. */
export const HistoryQuery = z.extend(HistoryQueryV1, {
  user: AccountAddress,
  ...HistoryFilters.shape,
})
export type HistoryQuery = z.output<typeof HistoryQuery>

/**
 * 200 of the history endpoints; `continuation` is absent on the last page. With filters a page may
 * hold less than `limit`, even nothing, and still have a `continuation`.
 */
export const HistoryPage = z.object({
  transactions: z.array(HistoryRecord),
  continuation: z.optional(z.string()),
})
export type HistoryPage = z.output<typeof HistoryPage>
