import type { SettlementChain } from '#chains/settlementChain.ts'

/**
 * A chain on which nothing is signed or sent before `allow` resolves; it is asked each time. Reading
 * is always open.
 *
 * @param allow - Throws while the chain may not be acted on.
 */
export function guardChain(chain: SettlementChain, allow: () => Promise<void>): SettlementChain {
  return {
    ...chain,
    async prepare(action) {
      await allow()
      return chain.prepare(action)
    },
    async replace(raw, sender) {
      await allow()
      return chain.replace(raw, sender)
    },
    async revoke(raw, sender) {
      await allow()
      return chain.revoke(raw, sender)
    },
    async signGap(sender, nonce) {
      await allow()
      return chain.signGap(sender, nonce)
    },
    async broadcast(raw) {
      await allow()
      return chain.broadcast(raw)
    },
  }
}
