import { mostRefundGas } from '#chains/evm/settlement/prepareTransaction.ts'
import { busyLamports, orderRentLamports, recordRentLamports } from '#chains/solana/assets/costs.ts'
import { addressKey } from '#protocol/accounts/account.ts'
import { type ChainOperation, gasLimitOf, isEvmOperation } from '#protocol/orders/operation.ts'
import type { Asker } from '../../asker.ts'
import { rateUnits } from '../../prices/valuation.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Database } from '../../storage/database.ts'
import type { Holding } from '../../storage/tables/reservations.ts'
import {
  reserveSponsoring,
  sponsorHeld,
  sponsorHeldUpTo,
  sponsorLosses,
  type SponsorLosses,
  type SponsorReservation,
} from '../../storage/tables/sponsorBudgets.ts'
import {
  findSpent,
  ofWhom,
  overLimit,
  type Spent,
  spentToday,
  type SponsorLimits,
} from './checkSponsorship.ts'
import type { PlanValues } from './inFlight.ts'
import { isCoin, type Plan } from '../plan/plan.ts'

/**
 * Gas of what follows an operation that was in vain: lending, cancelling, giving back. Who gets coins back
 * may make that fail, which is tried twice.
 */
const aftermathGas = { usual: 300_000n, ofCoins: 60_000n + 2n * mostRefundGas } as const
/**
 * The same and the operation itself on Solana, lamports: signatures and priority, twice what is usual, and
 * the rent that is laid out meanwhile: the executor has only so much of it to lend.
 */
const mostLamports =
  2n * (busyLamports('deposit') + busyLamports('cancel') + busyLamports('refund')) +
  orderRentLamports +
  recordRentLamports
/** After which another try may find the gas of others settled, seconds. */
const retrySeconds = 30

/** The budgets that an execution draws on, to lock with its other holdings before it is stored. */
export function sponsorHoldings(plan: Plan, { apiKey, visitor }: Asker): readonly Holding[] {
  const owners = new Set(sponsoredOperations(plan).map(({ account }) => account))
  const keys = apiKey === undefined ? [] : [`key ${apiKey}`]
  const visitors = visitor === undefined ? [] : [`visitor ${visitor}`]
  const subjects = [...owners, ...keys, ...visitors]
  return subjects.map((owner) => ({ chain: 'sponsor', owner, asset: 'gas' }))
}

/**
 * Holds what the operations of an execution may cost, in the transaction that accepts it and under
 * the locks of {@link sponsorHoldings}: what is under way counts like what is lost already.
 *
 * @throws ServiceError `SPONSORSHIP_EXHAUSTED` or `SPONSORSHIP_PAUSED` when a budget is too small.
 * Source: security rule 4.
 */
export async function reserveSponsorship(
  database: Database,
  options: {
    plan: Plan
    asker: Asker
    limits: SponsorLimits
    values: Pick<PlanValues, 'coinRates' | 'recipientUsd'>
  },
): Promise<void> {
  const { plan, asker, limits, values } = options
  const reservations = [...operationsOf(plan, values), ...recipientOf(plan, values)]
  await reserveSponsoring(database, { quoteId: plan.quoteId, asker, reservations })
  for (const account of new Set(reservations.map((one) => one.account))) {
    const held = await sponsorHeld(database, { ...asker, account })
    const lost = await sponsorLosses(database, { ...asker, account })
    const over = overLimit(sumOf(held, lost), { limits })
    if (!over) continue
    // Waiting for others helps only where there is room without them.
    const alone = overLimit(sumOf(ownOf(reservations, account), lost), { limits })
    throw alone ? spentToday(alone, { asker, now: new Date() }) : usedUp(over, asker)
  }
}

function operationsOf(plan: Plan, { coinRates }: Pick<PlanValues, 'coinRates'>) {
  return sponsoredOperations(plan).map(({ operation, leg, account, chainId }) => {
    const deposited = plan.legs[leg]
    const aftermath = deposited && isCoin(deposited) ? aftermathGas.ofCoins : aftermathGas.usual
    const most = mostCost(operation, aftermath)
    return { leg, account, usd: (most * (coinRates[chainId] ?? 0n)) / rateUnits + 1n }
  })
}

/** What who is paid coins may burn; an account that takes delivery itself runs our code. */
function recipientOf(
  { legs: [first], arrival }: Plan,
  { recipientUsd: usd }: Pick<PlanValues, 'recipientUsd'>,
): readonly SponsorReservation[] {
  if (!first || usd === 0n || arrival?.isDue === true) return []
  return [{ leg: -1, account: addressKey(first.sender), usd }]
}

/** What an execution holds by itself. */
function ownOf(reservations: readonly SponsorReservation[], of: string): SponsorLosses {
  const ofAccount = reservations.filter(({ account }) => account === of)
  const [accountUsd, usd] = [ofAccount, reservations].map((some) =>
    some.reduce((sum, one) => sum + one.usd, 0n),
  )
  const totalUsd = usd ?? 0n
  return { accountUsd: accountUsd ?? 0n, keyUsd: totalUsd, visitorUsd: totalUsd, totalUsd }
}

function usedUp(over: Exclude<Spent, 'new account'>, asker: Asker): ServiceError {
  const isForAll = over === 'everybody'
  return new ServiceError(
    isForAll ? 'SPONSORSHIP_PAUSED' : 'SPONSORSHIP_EXHAUSTED',
    `The gas that may be lost on operations ${isForAll ? 'of everybody' : ofWhom(over, asker)} is used ` +
      `up by those under way, with rent that is lent to them: try again when they have ended, in ${retrySeconds} seconds or so.`,
    { retryAfterSeconds: retrySeconds },
  )
}

/**
 * Whether an operation can still be paid for: what was lost since it was accepted may have been more
 * than was held for it. Those that were accepted before it come first.
 *
 * @param options.leg - -1 for the operation at the destination.
 */
export async function isSponsored(
  database: Database,
  options: { quoteId: string; leg: number; limits: SponsorLimits },
): Promise<boolean> {
  const held = await sponsorHeldUpTo(database, options)
  // Accepted by a version that held nothing: its losses were looked at then.
  if (!held) return true
  const { limits } = options
  const { account, apiKey, visitor } = held
  const owner = { account, apiKey: apiKey ?? undefined, visitor: visitor ?? undefined }
  const lost = await sponsorLosses(database, owner)
  if (overLimit(sumOf(held, lost), { limits })) return false
  return (await findSpent(database, { ...owner, limits })) === undefined
}

function sumOf(held: SponsorLosses, lost: SponsorLosses): SponsorLosses {
  return {
    accountUsd: held.accountUsd + lost.accountUsd,
    keyUsd: held.keyUsd + lost.keyUsd,
    visitorUsd: held.visitorUsd + lost.visitorUsd,
    totalUsd: held.totalUsd + lost.totalUsd,
  }
}

/** Every operation whose gas is sponsored; `leg` is -1 for the one at the destination. */
export function sponsoredOperations({ legs, destination, arrival }: Plan) {
  const origins = legs.map(({ operation, sender, chainId }, leg) => ({
    operation,
    account: addressKey(sender),
    leg,
    chainId,
  }))
  const arriving = arrival?.isDue ? [arrival] : []
  const taking =
    destination?.kind === 'call' ? [{ ...destination, sender: destination.account }] : arriving
  return [
    ...origins,
    ...taking.map(({ operation, sender, chainId }) => {
      return { operation, account: addressKey(sender), leg: -1, chainId }
    }),
  ]
}

/**
 * All the gas that an operation may use, at the fees of the moment, in smallest units of the coin.
 * What it may pay leaves room for the base fee to double (see `readFees`): to hold that too would
 * refuse accounts whose operations cost half of it, and what is really lost is looked at again before
 * each is sent.
 */
function mostCost(operation: ChainOperation, aftermath: bigint): bigint {
  if (!isEvmOperation(operation)) return mostLamports
  const { userOp } = operation
  const gas = gasLimitOf(operation) + aftermath
  return (gas * (BigInt(userOp.maxFeePerGas) + BigInt(userOp.maxPriorityFeePerGas))) / 2n
}
