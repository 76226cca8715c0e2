import { maxRefundGas } from '#chains/evm/settlement/prepareTransaction.ts'
import {
  getBusyLamports,
  orderRentLamports,
  recordRentLamports,
} from '#chains/solana/assets/costs.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type ChainOperation, getGasLimit, isEvmOperation } from '#protocol/orders/operation.ts'
import type { Caller } from '../../caller.ts'
import { rateUnits } from '../../prices/valuation.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Database } from '../../storage/database.ts'
import type { StepLeg } from '../../storage/tables/legColumn.ts'
import type { Holding } from '../../storage/tables/reservations.ts'
import {
  reserveSponsoring,
  readSponsorHeld,
  findSponsorHeldUpTo,
  readSponsorLosses,
  type SponsorLosses,
  type SponsorReservation,
} from '../../storage/tables/sponsorBudgets.ts'
import {
  findSpentBudget,
  describeSpender,
  findPassedLimit,
  type SpentBudget,
  buildBudgetSpentError,
  type SponsorLimits,
} from './checkSponsorship.ts'
import type { PlanValues } from './inFlight.ts'
import { findLeg, isCoin, type ExecutionPlan } from '../plan/executionPlan.ts'

/**
 * Gas of what follows an operation that was in vain: lending, cancelling, giving back. Who gets coins back
 * may make that fail, which is tried twice.
 */
const settlementGas = { usual: 300_000n, ofCoins: 60_000n + 2n * maxRefundGas } as const
/**
 * The same and the operation itself on Solana, lamports: signatures and priority, twice what is usual, and
 * the rent that is laid out meanwhile: the executor has only so much of it to lend.
 */
const maxLamports =
  2n * (getBusyLamports('deposit') + getBusyLamports('cancel') + getBusyLamports('refund')) +
  orderRentLamports +
  recordRentLamports
/** After which another try may find the gas of others settled, seconds. */
const retrySeconds = 30

/** The budgets that an execution draws on, to lock with its other holdings before it is stored. */
export function getSponsorHoldings(
  plan: ExecutionPlan,
  { apiKey, visitor }: Caller,
): readonly Holding[] {
  const owners = new Set(getSponsoredOperations(plan).map(({ account }) => account))
  const keys = apiKey === undefined ? [] : [`key ${apiKey}`]
  const visitors = visitor === undefined ? [] : [`visitor ${visitor}`]
  const subjects = [...owners, ...keys, ...visitors]
  return subjects.map((owner) => ({ chain: 'sponsor', owner, asset: 'gas' }))
}

/**
 * Holds what the operations of an execution may cost, in the transaction that accepts it and under
 * the locks of {@link getSponsorHoldings}: what is under way counts like what is lost already.
 *
 * @throws ServiceError `SPONSORSHIP_EXHAUSTED` or `SPONSORSHIP_PAUSED` when a budget is too small.
 * Source: security rule 4.
 */
export async function reserveSponsorship(
  database: Database,
  options: {
    plan: ExecutionPlan
    caller: Caller
    limits: SponsorLimits
    values: Pick<PlanValues, 'coinRates' | 'recipientUsd'>
  },
): Promise<void> {
  const { plan, caller, limits, values } = options
  const reservations = [...getSponsoredCosts(plan, values), ...getRecipientCosts(plan, values)]
  await reserveSponsoring(database, { quoteId: plan.quoteId, caller, reservations })
  for (const account of new Set(reservations.map((one) => one.account))) {
    const held = await readSponsorHeld(database, { ...caller, account })
    const lost = await readSponsorLosses(database, { ...caller, account })
    const over = findPassedLimit(sumLosses(held, lost), { limits })
    if (!over) continue
    // Waiting for others helps only where there is room without them.
    const alone = findPassedLimit(sumLosses(getOwnLosses(reservations, account), lost), { limits })
    throw alone
      ? buildBudgetSpentError(alone, { caller, now: new Date() })
      : buildBudgetUsedUpError(over, caller)
  }
}

function getSponsoredCosts(plan: ExecutionPlan, { coinRates }: Pick<PlanValues, 'coinRates'>) {
  return getSponsoredOperations(plan).map(({ operation, leg, account, chainId }) => {
    const deposited = findLeg(plan, leg)
    const aftermath = deposited && isCoin(deposited) ? settlementGas.ofCoins : settlementGas.usual
    const most = getMaxCost(operation, aftermath)
    return { leg, account, usd: (most * (coinRates[chainId] ?? 0n)) / rateUnits + 1n }
  })
}

/** What who is paid coins may burn; an account that takes delivery itself runs our code. */
function getRecipientCosts(
  { legs: [first], destinationDeployment }: ExecutionPlan,
  { recipientUsd: usd }: Pick<PlanValues, 'recipientUsd'>,
): readonly SponsorReservation[] {
  if (!first || usd === 0n || destinationDeployment?.isDue === true) return []
  return [{ leg: 'destination', account: toAddressKey(first.sender), usd }]
}

/** What an execution holds by itself. */
function getOwnLosses(reservations: readonly SponsorReservation[], of: string): SponsorLosses {
  const ofAccount = reservations.filter(({ account }) => account === of)
  const [accountUsd, usd] = [ofAccount, reservations].map((some) =>
    some.reduce((sum, one) => sum + one.usd, 0n),
  )
  const totalUsd = usd ?? 0n
  return { accountUsd: accountUsd ?? 0n, keyUsd: totalUsd, visitorUsd: totalUsd, totalUsd }
}

function buildBudgetUsedUpError(
  over: Exclude<SpentBudget, 'new account'>,
  caller: Caller,
): ServiceError {
  const isForAll = over === 'everybody'
  return new ServiceError(
    isForAll ? 'SPONSORSHIP_PAUSED' : 'SPONSORSHIP_EXHAUSTED',
    `The gas that may be lost on operations ${isForAll ? 'of everybody' : describeSpender(over, caller)} is used ` +
      `up by those under way, with rent that is lent to them: try again when they have ended, in ${retrySeconds} seconds or so.`,
    { retryAfterSeconds: retrySeconds },
  )
}

/**
 * Whether an operation can still be paid for: what was lost since it was accepted may have been more
 * than was held for it. Those that were accepted before it come first.
 */
export async function isSponsored(
  database: Database,
  options: { quoteId: string; leg: StepLeg; limits: SponsorLimits },
): Promise<boolean> {
  const held = await findSponsorHeldUpTo(database, options)
  // Accepted by a version that held nothing: its losses were looked at then.
  if (!held) return true
  const { limits } = options
  const { account, apiKey, visitor } = held
  const owner = { account, apiKey: apiKey ?? undefined, visitor: visitor ?? undefined }
  const lost = await readSponsorLosses(database, owner)
  if (findPassedLimit(sumLosses(held, lost), { limits })) return false
  return (await findSpentBudget(database, { ...owner, limits })) === undefined
}

function sumLosses(held: SponsorLosses, lost: SponsorLosses): SponsorLosses {
  return {
    accountUsd: held.accountUsd + lost.accountUsd,
    keyUsd: held.keyUsd + lost.keyUsd,
    visitorUsd: held.visitorUsd + lost.visitorUsd,
    totalUsd: held.totalUsd + lost.totalUsd,
  }
}

/** A user's operation whose gas the service pays. */
type SponsoredOperation = {
  operation: ChainOperation
  /** Key of the account that it is an operation of. */
  account: string
  leg: StepLeg
  chainId: ChainId
}

/** Every operation of an execution whose gas is sponsored. */
export function getSponsoredOperations({
  legs,
  destination,
  destinationDeployment,
}: ExecutionPlan): readonly SponsoredOperation[] {
  const origins = legs.map(({ operation, sender, chainId }, leg) => ({
    operation,
    account: toAddressKey(sender),
    leg,
    chainId,
  }))
  const deployments = destinationDeployment?.isDue ? [destinationDeployment] : []
  const deliveries =
    destination?.kind === 'call' ? [{ ...destination, sender: destination.account }] : deployments
  return [
    ...origins,
    ...deliveries.map(({ operation, sender, chainId }) => ({
      operation,
      account: toAddressKey(sender),
      leg: 'destination' as const,
      chainId,
    })),
  ]
}

/**
 * All the gas that an operation may use, at the fees of the moment, in smallest units of the coin.
 * What it may pay leaves room for the base fee to double (see `readFees`): to hold that too would
 * refuse accounts whose operations cost half of it, and what is really lost is looked at again before
 * each is sent.
 */
function getMaxCost(operation: ChainOperation, aftermath: bigint): bigint {
  if (!isEvmOperation(operation)) return maxLamports
  const { userOp } = operation
  const gas = getGasLimit(operation) + aftermath
  return (gas * (BigInt(userOp.maxFeePerGas) + BigInt(userOp.maxPriorityFeePerGas))) / 2n
}
