import type { AccountAddress, ChainKind } from '#protocol/ids/caip.ts'

/** The API client behind a request; its executions count against that client's budgets too. */
export type Caller = {
  /** Label of the API key; all visitors of the dashboard share one. */
  apiKey?: string | undefined
  /** Client address of a dashboard visitor; absent for callers with a key of their own. */
  visitor?: string | undefined
  /** Request id, for the log. */
  requestId?: string
  /** What quotes made with the API key charge for its app. */
  appFee?: AppFee | undefined
}

/**
 * The fee of an app: basis points of what is paid, and who gets them in each ecosystem; without a
 * receiver nothing is charged there. Source: ours (wire, "Fee of an app").
 */
export type AppFee = {
  bps: bigint
  receivers: Readonly<Partial<Record<ChainKind, AccountAddress>>>
}
