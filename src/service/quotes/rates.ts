/** What the service charges, and how far prices may part. All in basis points. */
export type QuoteRates = {
  /** The operator's own fee, on every quote. */
  appFeeBps: bigint
  /** The solver's margin, on what goes through escrow. */
  solverSpreadBps: bigint
  /** Added to the gas that is expected. */
  gasMarkupBps: bigint
}

/** Source: decisions, "Quotes". */
export const defaultRates: QuoteRates = {
  appFeeBps: 0n,
  solverSpreadBps: 5n,
  gasMarkupBps: 1_000n,
}

/** Like assets may differ by this much before their prices are not believed. */
export const likeBoundBps = 200n

/**
 * How much less than it delivers the solver may be given when a quote comes back: prices that moved
 * further against it since are not filled. Ours, not the quote's slippage: who asks chooses that,
 * and to wait for a better price within it would cost nothing. Source: security rule 16.
 */
export const repriceBoundBps = 100n

/** Gas that whole transactions took on the devnet, without unused limits. */
export const gasUse = {
  /** What an operation takes beyond its kind: the account's first one makes it. */
  firstOperation: 85_000n,
  deposit: 190_000n,
  transfer: 165_000n,
  swap: 245_000n,
  convert: 165_000n,
  /** On the destination chain, once for all deposits. */
  fill: 68_000n,
  /** On the destination chain, when the account comes there by an operation of its own. */
  arrival: 120_000n,
  /** On the target chain, once for what a solver lends to a call. */
  grant: 110_000n,
  /** An operation that makes calls, beyond what the calls themselves take. */
  call: 115_000n,
  /** On each deposit's chain. */
  release: 51_000n,
} as const
