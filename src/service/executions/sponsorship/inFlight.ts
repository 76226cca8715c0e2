import { maxFillGas } from '#chains/evm/settlement/prepareTransaction.ts'
import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type { Caller } from '../../caller.ts'
import { formatUsd } from '../../prices/usd.ts'
import type { Valuation } from '../../prices/valuation.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Database } from '../../storage/database.ts'
import { readHeldByAccount, readHeldValue } from '../../storage/tables/heldValue.ts'
import type { BalanceKey } from '../../storage/tables/reservations.ts'
import { isProven } from '../../storage/tables/sponsorBudgets.ts'
import { describeSpender, type SpentBudget } from './checkSponsorship.ts'
import { getChainIds } from '../state/chainSnapshots.ts'
import { getServiceFees, isPaidInCoins, type ExecutionPlan } from '../plan/executionPlan.ts'

/** The values of an execution in dollars, at the prices it is accepted at. */
export type PlanValues = {
  /** Value of its deposits, 1e-8 US dollars; 0 when one operation does everything. */
  heldUsd: bigint
  /** Value of the service's fees, 1e-8 US dollars; they are paid when everything is delivered. */
  feeUsd: bigint
  /** Rates of its chains' native coins, see {@link Valuation}. */
  coinRates: Readonly<Record<ChainId, bigint>>
  /** Most gas a recipient of native coins can burn, 1e-8 US dollars; 0 when none are paid. */
  recipientUsd: bigint
}

/** Values a plan. @throws ServiceError PRICE_UNAVAILABLE. */
export async function readValues(plan: ExecutionPlan, valuation: Valuation): Promise<PlanValues> {
  const deposits = plan.legs.filter(({ order }) => order)
  const paidOn = isPaidInCoins(plan) ? plan.destination?.chainId : undefined
  const [heldUsd, feeUsd, coinRates, recipientUsd] = await Promise.all([
    valuation.worth(deposits.map(({ assetType, spends: amount }) => ({ assetType, amount }))),
    valuation.worth(getServiceFees(plan)),
    valuation.coinRates(getChainIds(plan)),
    paidOn === undefined ? 0n : valuation.gasUsd(paidOn, maxFillGas),
  ])
  return { heldUsd, feeUsd, coinRates, recipientUsd }
}

/** The holding to lock while deposits are counted. */
export function getInFlightHoldings({ heldUsd }: PlanValues): readonly BalanceKey[] {
  return heldUsd === 0n ? [] : [{ chain: 'in flight', owner: 'everybody', asset: 'usd' }]
}

/**
 * Most value of unsettled deposits, 1e-8 US dollars: of everybody together, one account, one
 * unproven account, one API key, and one dashboard visitor.
 */
export type InFlightLimits = {
  totalUsd: bigint
  accountUsd: bigint
  newAccountUsd: bigint
  keyUsd: bigint
  visitorUsd: bigint
}

/** When to try again, as some deposits will have settled by then, seconds. */
const retrySeconds = 60

/**
 * Checks that unsettled deposits stay below their limits, under the lock of {@link
 * getInFlightHoldings}. This bounds what depends on attestors and solver at any time, however many
 * quotes are executed at once. Nobody may use all of it: an attacker passing the same value from
 * account to account could otherwise block everybody else.
 *
 * @throws ServiceError INSUFFICIENT_LIQUIDITY. Source: security rule 8.
 */
export async function checkInFlight(
  database: Database,
  options: {
    values: PlanValues
    signers: readonly AccountAddress[]
    caller: Caller
    inFlightLimits: InFlightLimits
  },
): Promise<void> {
  const { values, signers, caller, inFlightLimits: limits } = options
  const { heldUsd } = values
  if (heldUsd === 0n) return
  const { totalUsd, keyUsd, visitorUsd } = await readHeldValue(database, caller)
  const shares: Share[] = [
    { of: 'everybody', underWayUsd: totalUsd, maxUsd: limits.totalUsd },
    { of: 'visitor', underWayUsd: visitorUsd, maxUsd: limits.visitorUsd },
    { of: 'key', underWayUsd: keyUsd, maxUsd: limits.keyUsd },
  ]
  for (const account of signers) {
    const underWayUsd = await readHeldByAccount(database, account)
    const isKnown =
      underWayUsd + heldUsd <= limits.newAccountUsd || (await isProven(database, account))
    shares.push(
      isKnown
        ? { of: 'account', underWayUsd, maxUsd: limits.accountUsd }
        : { of: 'new account', underWayUsd, maxUsd: limits.newAccountUsd },
    )
  }
  const full = shares.find(({ underWayUsd, maxUsd }) => underWayUsd + heldUsd > maxUsd)
  if (full) throw buildTooMuchError(full, { heldUsd, caller })
}

/** The unsettled deposits that count towards one limit, and that limit. */
type Share = { of: SpentBudget; underWayUsd: bigint; maxUsd: bigint }

function buildTooMuchError(
  { of, underWayUsd, maxUsd }: Share,
  { heldUsd, caller }: { heldUsd: bigint; caller: Caller },
): ServiceError {
  const whose = of === 'everybody' ? '' : ` ${describeSpender(of, caller)}`
  return new ServiceError(
    'INSUFFICIENT_LIQUIDITY',
    `Deposits${whose} worth ${formatUsd(underWayUsd)} USD are under way, and ${formatUsd(heldUsd)} USD more ` +
      `would pass the ${formatUsd(maxUsd)} USD that this service carries ` +
      `${of === 'everybody' ? '' : 'of these '}at a time: use a smaller amount, or try again in a minute.`,
    { retryAfterSeconds: retrySeconds },
  )
}
