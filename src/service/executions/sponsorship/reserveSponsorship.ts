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
import type { BalanceKey } from '../../storage/tables/reservations.ts'
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
 * Gas of the steps after a failed operation: grant, cancel, refund. A recipient of native coins can
 * make the refund fail, which is attempted twice.
 */
const settlementGas = { usual: 300_000n, ofCoins: 60_000n + 2n * maxRefundGas } as const
/**
 * The same for Solana, including the operation itself, lamports: twice the usual signature and
 * priority fees, and the rent advanced meanwhile, of which the executor has only so much.
 */
const maxLamports =
  2n * (getBusyLamports('deposit') + getBusyLamports('cancel') + getBusyLamports('refund')) +
  orderRentLamports +
  recordRentLamports
/** When to try again, as others may have ended by then, seconds. */
const retrySeconds = 30

/** The budgets an execution uses, to lock with its other holdings before it is stored. */
export function getSponsorHoldings(
  plan: ExecutionPlan,
  { apiKey, visitor }: Caller,
): readonly BalanceKey[] {
  const owners = new Set(getSponsoredOperations(plan).map(({ account }) => account))
  const keys = apiKey === undefined ? [] : [`key ${apiKey}`]
  const visitors = visitor === undefined ? [] : [`visitor ${visitor}`]
  const subjects = [...owners, ...keys, ...visitors]
  return subjects.map((owner) => ({ chain: 'sponsor', owner, asset: 'gas' }))
}

/**
 * Reserves what the operations of an execution may cost, in the transaction that accepts it and
 * under the locks of {@link getSponsorHoldings}. Reserved gas counts like gas already lost.
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
    // Waiting for others to end helps only if the execution fits the budget by itself.
    const alone = findPassedLimit(sumLosses(getOwnLosses(reservations, account), lost), { limits })
    throw alone
      ? buildBudgetSpentError(alone, { caller, now: new Date() })
      : buildBudgetUsedUpError(over, caller)
  }
}

function getSponsoredCosts(plan: ExecutionPlan, { coinRates }: Pick<PlanValues, 'coinRates'>) {
  return getSponsoredOperations(plan).map(({ operation, leg, account, chainId }) => {
    const deposited = findLeg(plan, leg)
    const settlement = deposited && isCoin(deposited) ? settlementGas.ofCoins : settlementGas.usual
    const most = getMaxCost(operation, settlement)
    return { leg, account, usd: (most * (coinRates[chainId] ?? 0n)) / rateUnits + 1n }
  })
}

/** What a recipient of native coins may burn; an account we deploy there runs our code instead. */
function getRecipientCosts(
  { legs: [first], destinationDeployment }: ExecutionPlan,
  { recipientUsd: usd }: Pick<PlanValues, 'recipientUsd'>,
): readonly SponsorReservation[] {
  if (!first || usd === 0n || destinationDeployment?.isDue === true) return []
  return [{ leg: 'destination', account: toAddressKey(first.sender), usd }]
}

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
 * Whether an operation can still be sponsored: losses since it was accepted may exceed what was
 * reserved. Executions accepted earlier come first.
 */
export async function isSponsored(
  database: Database,
  options: { quoteId: string; leg: StepLeg; limits: SponsorLimits },
): Promise<boolean> {
  const held = await findSponsorHeldUpTo(database, options)
  // An older version accepted it without a reservation, and checked losses then.
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
 * The cost of all the gas an operation may use, at current fees, in smallest units of the coin. Its
 * fee limit leaves room for the base fee to double (see `readFees`). Reserving that too would
 * refuse accounts whose operations cost half of it; actual losses are checked again before each is
 * sent.
 */
function getMaxCost(operation: ChainOperation, settlement: bigint): bigint {
  if (!isEvmOperation(operation)) return maxLamports
  const { userOp } = operation
  const gas = getGasLimit(operation) + settlement
  return (gas * (BigInt(userOp.maxFeePerGas) + BigInt(userOp.maxPriorityFeePerGas))) / 2n
}
