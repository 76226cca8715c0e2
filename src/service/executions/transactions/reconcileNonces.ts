import type { Nonces, SenderRole, SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { Storage } from '../../storage/database.ts'
import {
  fillGap,
  type OpenTransaction,
  raiseNonce,
  revokeTransaction,
  type SignerKey,
  findTransactionsFrom,
} from '../../storage/tables/signerNonces.ts'
import { getExecutorChains } from '../schedule/executorChains.ts'
import type { WorkerMemory } from './memory.ts'
import { isGivenUp, recordAnswer } from './broadcastErrors.ts'
import { getRawTransaction, revocationMeta } from './storedTransaction.ts'

/**
 * Brings the nonces of the service's keys and the chain together: the chain wins.
 *
 * Bytes that the chain does not know (any more) are sent again as they are; a nonce that was taken
 * and has no bytes is used up by a transaction that does nothing, so that later ones can land. Where
 * transactions are not ordered there is nothing to bring together: they are only counted.
 *
 * What nodes go on refusing, and what nobody looks after any more and is not mined, gives its nonce up
 * in the same way: later ones wait for it. Source: security rule 33.
 *
 * A release is not sent from here: its delivery may be rolled back since, and only its execution looks
 * at the other chain. One that got lost and that its execution can neither send nor take back, for
 * that chain does not answer, is taken back here: later ones wait for its nonce, and it is signed
 * again when all is well. Source: durability 1 and 7, security 7.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function reconcileNonces(
  storage: Storage,
  { chain, memory }: { chain: SettlementChain; memory: BroadcastErrors },
): Promise<void> {
  const executors = getExecutorChains(chain).map((lane) => ({
    chain: lane,
    role: 'executor' as const,
  }))
  for (const sender of [...executors, { chain, role: 'solver' as const }]) {
    const { nonces } = sender.chain
    if (nonces) await reconcileSender(storage, { ...sender, nonces, memory })
    else await raiseNonce(storage, { ...toSignerKey(chain, sender.role), chainNonce: 0n })
  }
}

/** A key of the service on a chain. */
type Sender = { chain: SettlementChain; nonces: Nonces; role: SenderRole; memory: BroadcastErrors }
type BroadcastErrors = Pick<WorkerMemory, 'broadcastErrors'>

async function reconcileSender(storage: Storage, sender: Sender): Promise<void> {
  const { chain, nonces, role } = sender
  const key = toSignerKey(chain, role)
  const [mined, pending] = await Promise.all([
    nonces.readTransactionCount(chain.senders[role], 'latest'),
    nonces.readTransactionCount(chain.senders[role], 'pending'),
  ])
  const next = await raiseNonce(storage, { ...key, chainNonce: pending })
  const records = await findTransactionsFrom(storage, { ...key, from: mined })
  for (const record of records) {
    if (!record.isLiveRelease)
      await sendRecord(storage, { ...sender, record, isNext: record.nonce === mined })
    else if (record.isOverdue && record.nonce >= pending)
      await revoke(storage, { ...sender, record })
  }
  const known = new Set(records.map(({ nonce }) => nonce))
  for (let nonce = pending; nonce < next; nonce++) {
    if (known.has(nonce)) continue
    const signed = await nonces.signGap(role, nonce)
    await fillGap(storage, { ...key, nonce, ...signed })
    await chain.broadcast(signed.raw)
  }
}

function toSignerKey({ chainId, senders }: SettlementChain, role: SenderRole): SignerKey {
  return { chain: chainId, signer: toAddressKey(senders[role]) }
}

type Record = Sender & { record: OpenTransaction }

/** @param options.isNext - Whether nothing comes before it: what does may be all that it is refused for. */
async function sendRecord(storage: Storage, parts: Record & { isNext: boolean }): Promise<void> {
  const { chain, memory, record, isNext } = parts
  const { hash } = record
  const answer = await chain.broadcast(getRawTransaction(record))
  recordAnswer(memory, { hash, answer, blockMs: chain.blockMs })
  const isStuck = record.isForgotten && record.isOverdue
  if (record.isIdle) {
    if (isStuck) await raiseFees(storage, parts)
  } else if (isStuck || (isNext && isGivenUp(memory, hash))) await revoke(storage, parts)
}

async function revoke(storage: Storage, { chain, nonces, role, record }: Record): Promise<void> {
  const signed = await nonces.revoke(getRawTransaction(record), role)
  const place = { replaces: record.hash, ...signed, meta: revocationMeta }
  // Only bytes that are stored are ever sent.
  if (await revokeTransaction(storage, place)) await chain.broadcast(signed.raw)
}

/** What only uses a nonce up is held back by nothing but its fees. */
async function raiseFees(storage: Storage, { chain, role, record }: Record): Promise<void> {
  const ceiling = { kind: 'cancel', first: Hex.parse(record.first), worthWei: undefined } as const
  const signed = await chain.replace(getRawTransaction(record), { sender: role, ceiling })
  if (typeof signed !== 'object') return
  const place = { replaces: record.hash, ...signed, meta: {} }
  if (await revokeTransaction(storage, place)) await chain.broadcast(signed.raw)
}
