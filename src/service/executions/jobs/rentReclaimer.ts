import type { ReclaimableAccount, SettlementChain } from '#chains/ports/settlementChain.ts'
import { orderStateLamports, recordRentLamports } from '#chains/solana/assets/costs.ts'
import { maxReclaimed } from '#chains/solana/settlement/reclaim.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { Hash } from '#protocol/ids/hex.ts'
import type { Database, Storage } from '../../storage/database.ts'
import {
  endRent,
  type LentRent,
  recordRents,
  type RentRow,
  takeRents,
} from '../../storage/tables/rents.ts'
import { readGasUsd } from '../../storage/tables/sponsorBudgets.ts'
import { type ExecutionPlan, type SettlementChains, getSettlement } from '../plan/executionPlan.ts'
import { createPeriodicJob, type Round } from '../schedule/periodicJob.ts'

/** Gets rent back, for as long as it runs. */
export type RentReclaimer = { start: () => void; stop: () => Promise<void> }

/** What it is made of. */
export type RentReclaimerOptions = {
  storage: Storage
  /** With keys. */
  chains: SettlementChains
  onError: (error: unknown) => void
  everyMs?: number
}

/** After an order can be refunded by anybody, or a fill be closed by its record, seconds. */
const marginSeconds = 60
/** How long a record of a fill is kept. Source: src/contracts/solana/README.md. */
const recordSeconds = 8_100

/**
 * Notes the accounts that an execution leaves behind, in the transaction that ends it: none is closed
 * while anything about it can still be asked.
 */
export async function recordReclaimableAccounts(
  database: Database,
  plan: ExecutionPlan,
  chains: SettlementChains,
): Promise<void> {
  const { quoteId } = plan
  const rents: LentRent[] = []
  for (const { chain, lamports, ...rent } of getReclaimableAccounts(plan)) {
    if (!getSettlement(chains, chain).reclaim) continue
    const usd = await readGasUsd(database, { quoteId, chain, wei: lamports })
    rents.push({ ...rent, chain, usd })
  }
  await recordRents(database, { quoteId, rents })
}

function getReclaimableAccounts({ legs, destination }: ExecutionPlan) {
  const now = Math.floor(Date.now() / 1_000)
  const orders = legs.flatMap(({ chainId, orderHash, refundAfter, sender }) => {
    const rent = { chain: chainId, account: toAddressKey(sender), lamports: orderStateLamports }
    const afterSeconds = Math.max(0, Number(refundAfter) - now) + marginSeconds
    return orderHash ? [{ ...rent, kind: 'order' as const, key: orderHash, afterSeconds }] : []
  })
  const [first] = legs
  if (!destination || !first) return orders
  return [
    ...orders,
    {
      chain: destination.chainId,
      account: toAddressKey(first.sender),
      lamports: recordRentLamports,
      kind: 'fill' as const,
      key: destination.fillId,
      afterSeconds: recordSeconds + marginSeconds,
    },
  ]
}

/** Makes the duty that closes what was noted, when its time has come. */
export function createRentReclaimer(options: RentReclaimerOptions): RentReclaimer {
  const { chains, onError, everyMs = 60_000 } = options
  return createPeriodicJob({
    everyMs,
    onError,
    async run(round) {
      for (const chain of chains.values())
        await reclaimDue(chain, { ...options, round }).catch(onError)
      return undefined
    },
  })
}

/** Looks at all that is due: what cannot be closed, however much of it, keeps nothing else waiting. */
async function reclaimDue(
  chain: SettlementChain,
  { storage, onError, round }: RentReclaimerOptions & { round: Round },
): Promise<void> {
  const { chainId, reclaim } = chain
  if (!reclaim) return
  for (let isMore = true; isMore && !round.isStopped();) {
    const rents = await takeRents(storage, { chain: chainId, limit: maxReclaimed })
    if (rents.length === 0) return
    const reclaimable = rents.map((rent) => toReclaimableAccount(rent, chain))
    const gone = await reclaim(reclaimable, (index, why) => {
      const { kind, key } = rents[index] ?? { kind: 'account', key: '' }
      onError(new Error(`The rent of ${kind} ${key} on ${chainId} does not come back: ${why}.`))
    })
    for (const [index, rent] of rents.entries())
      if (gone[index] === true) await endRent(storage, rent)
    isMore = rents.length === maxReclaimed
  }
}

function toReclaimableAccount(
  { kind, key }: RentRow,
  { senders }: SettlementChain,
): ReclaimableAccount {
  const hash = Hash.parse(key)
  return kind === 'order'
    ? { kind, orderHash: hash }
    : { kind, solver: senders.solver, fillId: hash }
}
