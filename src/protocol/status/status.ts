import { z } from 'zod'

import { AccountAddress, ChainId, EvmAddress } from '../ids/caip.ts'
import { ReceivedFailReason } from './failReason.ts'
import { Hash } from '../ids/hex.ts'
import { DestinationToken, OriginToken } from '../quotes/quote.ts'

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
  chainId: z.int().nonnegative().optional(),
  /** Link to the transaction in the chain's block explorer; absent when none is configured. */
  explorerUrl: z.url().optional(),
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
  failReason: ReceivedFailReason.optional(),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
  refundOperations: z.array(LandedOperation).optional(),
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
  destinationToken: DestinationToken.partial().required({
    aggregatedAssetId: true,
    amount: true,
    assetType: true,
  }),
  timestamp: z.iso.datetime(),
})
export type HistoryRecord = z.output<typeof HistoryRecord>

/** Query of the history endpoints; a `limit` above 100 is capped at 100. */
export const HistoryQuery = z.object({
  user: AccountAddress,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .transform((limit) => Math.min(limit, 100)),
  continuation: z.string().min(1).max(512).optional(),
  sortBy: z.enum(['createdAt', 'updatedAt']).default('createdAt'),
})
export type HistoryQuery = z.output<typeof HistoryQuery>

/** The history query of generation 1, which accepts EVM addresses only. */
export const HistoryQueryV1 = HistoryQuery.extend({ user: EvmAddress })
export type HistoryQueryV1 = z.output<typeof HistoryQueryV1>

/** 200 of the history endpoints; `continuation` is absent on the last page. */
export const HistoryPage = z.object({
  transactions: z.array(HistoryRecord),
  continuation: z.string().optional(),
})
export type HistoryPage = z.output<typeof HistoryPage>
