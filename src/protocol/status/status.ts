import { z } from 'zod'

import { AccountAddress, ChainId, EvmAddress } from '../ids/caip.ts'
import { ReceivedFailReason } from './failReason.ts'
import { Hash } from '../ids/hex.ts'
import { DestinationToken, OriginToken } from '../quotes/quote.ts'

/** The six states of an execution. Source: specification section 3; meaning: decisions. */
export const ExecutionStatus = z.enum([
  /** Accepted; nothing is mined yet. */
  'PENDING',
  /** The first origin operation is mined. */
  'IN_PROGRESS',
  /** Delivered on the destination; origin legs are settling. */
  'EXECUTED',
  /** Every release is mined at the network's depth. */
  'COMPLETED',
  /** Nothing of the user's is held and nothing was delivered. */
  'REFUNDED',
  /** A deposit is held that needs the user's own refund. */
  'FAILED',
])
export type ExecutionStatus = z.output<typeof ExecutionStatus>

/** Whether a state never changes again. */
export function isTerminal(status: ExecutionStatus): boolean {
  return status === 'COMPLETED' || status === 'REFUNDED' || status === 'FAILED'
}

/** A landed, successful transaction of an execution; `hash` is 0x hex (EVM) or base58 (Solana). */
export const LandedOperation = z.object({
  hash: z.string(),
  chain: ChainId,
  /** EIP-155 number; EVM only. */
  chainId: z.int().nonnegative().optional(),
  /** Its page in the chain's block explorer; absent where the service knows none. */
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

/** 200 of the status endpoints: `{}` for an id that is not known. Source: decisions. */
export const StatusAnswer = z.union([StatusRecord, z.strictObject({})])
export type StatusAnswer = z.output<typeof StatusAnswer>

/** Query of the status endpoints. */
export const StatusQuery = z.object({ quoteId: Hash })
export type StatusQuery = z.output<typeof StatusQuery>

/** What an execution did: other asset, same asset to another recipient, or contract calls. */
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

/** Query of the history endpoints; `limit` above 100 counts as 100. */
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

/** The same for generation 1, which takes EVM addresses only. */
export const HistoryQueryV1 = HistoryQuery.extend({ user: EvmAddress })
export type HistoryQueryV1 = z.output<typeof HistoryQueryV1>

/** 200 of the history endpoints; `continuation` is absent on the last page. */
export const HistoryPage = z.object({
  transactions: z.array(HistoryRecord),
  continuation: z.string().optional(),
})
export type HistoryPage = z.output<typeof HistoryPage>
