import type { SenderRole, SettlementChain } from '#chains/settlementChain.ts'
import type { Storage } from '../storage/database.ts'
import { fillGap, raiseNonce, transactionsFrom } from '../storage/signerNonces.ts'
import { rawOf } from './settleSteps.ts'

const senderRoles: readonly SenderRole[] = ['executor', 'solver']

/**
 * Brings the nonces of the service's keys and the chain together: the chain wins.
 *
 * Bytes that the chain does not know (any more) are sent again as they are; a nonce that was taken
 * and has no bytes is used up by a transaction that does nothing, so that later ones can land.
 * Source: reliability 1 and 7.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function reconcile(storage: Storage, chain: SettlementChain): Promise<void> {
  for (const role of senderRoles) await reconcileSender(storage, { chain, role })
}

async function reconcileSender(
  storage: Storage,
  { chain, role }: { chain: SettlementChain; role: SenderRole },
): Promise<void> {
  const key = { chain: chain.chainId, signer: chain.senders[role].toLowerCase() }
  const [mined, pending] = await Promise.all([
    chain.readTransactionCount(chain.senders[role], 'latest'),
    chain.readTransactionCount(chain.senders[role], 'pending'),
  ])
  const next = await raiseNonce(storage, { ...key, chainNonce: pending })
  const records = await transactionsFrom(storage, { ...key, from: mined })
  for (const record of records) await chain.broadcast(rawOf(record))
  const known = new Set(records.map(({ nonce }) => nonce))
  for (let nonce = pending; nonce < next; nonce++) {
    if (known.has(nonce)) continue
    const signed = await chain.signGap(role, nonce)
    await fillGap(storage, { ...key, nonce, ...signed })
    await chain.broadcast(signed.raw)
  }
}
