import type { Nonces, SettlementChain } from '#chains/ports/settlementChain.ts'

/**
 * Wraps a chain so that `allow` has to resolve before each signature or broadcast. Reading is
 * always possible.
 *
 * @param allow - Throws while nothing may be signed or sent on the chain.
 */
export function guardChain(chain: SettlementChain, allow: () => Promise<void>): SettlementChain {
  return {
    ...chain,
    async prepare(action) {
      await allow()
      return chain.prepare(action)
    },
    async replace(raw, options) {
      await allow()
      return chain.replace(raw, options)
    },
    async broadcast(raw) {
      await allow()
      return chain.broadcast(raw)
    },
    ...(chain.reclaim && { reclaim: guardReclaim(chain.reclaim, allow) }),
    ...(chain.nonces && { nonces: guardNonces(chain.nonces, allow) }),
    ...(chain.executorChains && {
      executorChains: chain.executorChains.map((lane) => guardChain(lane, allow)),
    }),
  }
}

function guardReclaim(
  reclaim: NonNullable<SettlementChain['reclaim']>,
  allow: () => Promise<void>,
): NonNullable<SettlementChain['reclaim']> {
  return async (reclaimable, onRefused) => {
    await allow()
    return reclaim(reclaimable, onRefused)
  }
}

function guardNonces(nonces: Nonces, allow: () => Promise<void>): Nonces {
  return {
    ...nonces,
    async revoke(raw, sender) {
      await allow()
      return nonces.revoke(raw, sender)
    },
    async signGap(sender, nonce) {
      await allow()
      return nonces.signGap(sender, nonce)
    },
  }
}
