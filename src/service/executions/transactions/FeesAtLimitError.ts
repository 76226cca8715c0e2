/** An unmined transaction's fees are at their limit. Source: security rule 40. */
export class FeesAtLimitError extends Error {
  override readonly name = 'FeesAtLimit'
  constructor({ action, chain, hash }: { action: string; chain: string; hash: string }) {
    super(`The ${action} ${hash} on ${chain} is not mined, and its fees are at their limit.`)
  }
}
