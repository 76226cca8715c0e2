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
import { type WorkerMemory, getRawTransaction, revocationMeta } from './transactionContext.ts'
import { confirmRefusal, isRefusedOften, recordAnswer } from './broadcastErrors.ts'

/**
 * Reconciles the stored nonces of the service's keys with the chain; the chain wins.
 *
 * Stored transactions the chain does not know are sent again as they are. A nonce that was taken
 * without a stored transaction is used up by an empty one, so that later ones can land. On chains
 * without nonces there is nothing to reconcile; nonces only number the transactions there.
 *
 * Transactions that nodes keep refusing, and unmined ones of finished executions, are revoked, as
 * later nonces wait for theirs. Source: security rule 33.
 *
 * Releases are not sent from here: their fill may have been rolled back since, and only their
 * execution reads the destination chain. A dropped release that its execution can neither send nor
 * revoke, because that chain does not answer, is revoked here; its execution signs another one
 * later. Source: durability 1 and 7, security 7.
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
    const { role } = sender
    const { nonces } = sender.chain
    if (nonces) await reconcileSender(storage, { chain: sender.chain, role, nonces, memory })
    else await raiseNonce(storage, { ...toSignerKey(chain, role), chainNonce: 0n })
  }
}

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
    if (!record.isLiveRelease) await sendAgain(storage, sender, { record, mined })
    else if (record.isOverdue && record.nonce >= pending) await revoke(storage, sender, record)
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

/**
 * @param options.mined - The sender's next nonce on chain; a later one may wait for an earlier one.
 */
async function sendAgain(
  storage: Storage,
  sender: Sender,
  { record, mined }: { record: OpenTransaction; mined: bigint },
): Promise<void> {
  const { chain, memory } = sender
  const { hash } = record
  const answer = await chain.broadcast(getRawTransaction(record))
  recordAnswer(memory, { hash, answer, blockMs: chain.blockMs })
  const isStuck = record.isForgotten && record.isOverdue
  if (record.isIdle) {
    if (isStuck) await raiseFees(storage, sender, record)
  } else if (isStuck || isRefused(memory, { hash, isNext: record.nonce === mined }))
    await revoke(storage, sender, record)
}

function isRefused(memory: BroadcastErrors, of: { hash: string; isNext: boolean }): boolean {
  return isRefusedOften(memory, of.hash) && confirmRefusal(memory, of)
}

async function revoke(
  storage: Storage,
  { chain, nonces, role }: Sender,
  record: OpenTransaction,
): Promise<void> {
  const signed = await nonces.revoke(getRawTransaction(record), role)
  const revocation = { replaces: record.hash, ...signed, meta: revocationMeta }
  // Only stored transactions are ever sent.
  if (await revokeTransaction(storage, revocation)) await chain.broadcast(signed.raw)
}

/** Raises the fees of an empty transaction: only its fees can keep it from being mined. */
async function raiseFees(
  storage: Storage,
  { chain, role }: Sender,
  record: OpenTransaction,
): Promise<void> {
  const ceiling = { kind: 'cancel', first: Hex.parse(record.first), worthWei: undefined } as const
  const signed = await chain.replace(getRawTransaction(record), { sender: role, ceiling })
  if (typeof signed !== 'object') return
  const replacement = { replaces: record.hash, ...signed, meta: {} }
  if (await revokeTransaction(storage, replacement)) await chain.broadcast(signed.raw)
}
