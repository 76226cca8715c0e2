/** The API client behind a request; its executions count against that client's budgets too. */
export type Caller = {
  /** Label of the API key; all visitors of the dashboard share one. */
  apiKey?: string | undefined
  /** Client address of a dashboard visitor; absent for callers with a key of their own. */
  visitor?: string | undefined
  /** Request id, for the log. */
  requestId?: string
}
