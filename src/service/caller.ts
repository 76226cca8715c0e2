/** Who asks for an execution, beside the accounts that sign it: what it costs counts for them too. */
export type Caller = {
  /** Label of the API key; all visitors of the dashboard have one together. */
  apiKey?: string | undefined
  /**
   * The part of an address that stands for one client, of those who share a key: the dashboard's
   * visitors. Absent for whoever has a key of their own, by which they are known.
   */
  visitor?: string | undefined
  /** The id of the request, under which the log tells of it. */
  requestId?: string
}
