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

/** Reclaims rent while it runs. */
export type RentReclaimer = { start: () => void; stop: () => Promise<void> }

/** Options of {@link createRentReclaimer}. */
export type RentReclaimerOptions = {
  storage: Storage
  /** With keys. */
  chains: SettlementChains
  onError: (error: unknown) => void
  everyMs?: number
}

/** Delay after an order's refund time, or after a fill record may be closed, seconds. */
const marginSeconds = 60
/** How long a fill record is kept, seconds. Source: src/contracts/solana/README.md. */
const recordSeconds = 8_100

/** Records the accounts an ending execution leaves behind, to close once nobody reads them. */
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

/** Creates the job that closes recorded accounts once they are due. */
export function createRentReclaimer(options: RentReclaimerOptions): RentReclaimer {
  const { chains, onError, everyMs = 60_000 } = options
  return createPeriodicJob({
    everyMs,
    onError,
    async run(round) {
      for (const chain of chains.values()) await reclaimDue(options, chain, round).catch(onError)
      return undefined
    },
  })
}

/** Closes all accounts that are due. Accounts that cannot be closed do not hold up the others. */
async function reclaimDue(
  { storage, onError }: RentReclaimerOptions,
  chain: SettlementChain,
  round: Round,
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
