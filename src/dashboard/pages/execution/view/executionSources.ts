import type { Network } from '#networks/network.ts'
import type { HistoryRecord, StatusRecord } from '#protocol/status/status.ts'
import type { SignedQuote } from '#protocol/status/receipt.ts'
import type { CallTrace } from '#dashboard/api/chains/callTrace.ts'
import type { UnlistedName } from '#dashboard/api/chains/unlistedTokens.ts'
import type { ExecutionTrace } from '#dashboard/api/chains/trace.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import type { SignedAmounts, SentCall } from '../../signing/storage/signedQuotes.ts'

/** Sources of an execution's view: the service, the chains, and this browser. */
export type ExecutionSources = {
  network: Network
  chains: ReadonlyMap<string, ChainIdentity>
  /** Its tokens that no list names, as this browser read them. */
  unlisted?: readonly UnlistedName[]
  status: StatusRecord | undefined
  record: HistoryRecord | undefined
  trace: ExecutionTrace | undefined
  /** Addresses of the accounts in use here, of either ecosystem. */
  own?: readonly string[]
  /** For a contract call: what the chains show, and what this browser saved. */
  callTrace?: CallTrace | undefined
  sent?: SentCall | undefined
  /** Amounts that this browser signed; undefined if it did not. */
  signed?: SignedAmounts | undefined
  /** The quote that this browser signed, with its signatures; kept for the latest only. */
  signedQuote?: SignedQuote | undefined
}
