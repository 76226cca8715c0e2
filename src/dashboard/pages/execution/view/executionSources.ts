import type { Network } from '#networks/network.ts'
import type { HistoryRecord, StatusRecord } from '#protocol/status/status.ts'
import type { CallTrace } from '#dashboard/api/chains/callTrace.ts'
import type { ExecutionTrace } from '#dashboard/api/chains/trace.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import type { SignedAmounts } from '../../signing/storage/signedAmounts.ts'
import type { SentCall } from '../../signing/storage/sentCalls.ts'

/** What the view of an execution is made of: the service's word, the chains', this browser's. */
export type ExecutionSources = {
  network: Network
  chains: ReadonlyMap<string, ChainIdentity>
  status: StatusRecord | undefined
  record: HistoryRecord | undefined
  trace: ExecutionTrace | undefined
  /** Addresses of the accounts in use here, of either ecosystem. */
  own?: readonly string[]
  /** Of a contract call: what the chains tell, and what this browser kept. */
  callTrace?: CallTrace | undefined
  sent?: SentCall | undefined
  /** What this browser signed for; undefined where it did not. */
  signed?: SignedAmounts | undefined
}
