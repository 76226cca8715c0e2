import type { ChainId } from '#protocol/caip.ts'
import { usdText } from '../prices/usd.ts'
import type { Valuation } from '../prices/valuation.ts'
import { ServiceError } from '../ServiceError.ts'
import type { Database } from '../storage/database.ts'
import { heldInAll } from '../storage/executionRows.ts'
import type { Holding } from '../storage/reservations.ts'
import { chainsOf } from './gatherFacts.ts'
import type { Plan } from './plan.ts'

/** What an execution is about in dollars, at the prices at which it is accepted. */
export type PlanValues = {
  /** What it deposits, 1e-8 US dollars; nothing when one operation does everything. */
  heldUsd: bigint
  /** What its fees are worth, 1e-8 US dollars: paid when everything is delivered. */
  feeUsd: bigint
  /** What its chains' coins are worth: see {@link Valuation}. */
  coinRates: Readonly<Record<ChainId, bigint>>
}

/** Values a plan. @throws ServiceError PRICE_UNAVAILABLE. */
export async function readValues(plan: Plan, valuation: Valuation): Promise<PlanValues> {
  const deposits = plan.legs.filter(({ order }) => order)
  const [heldUsd, feeUsd, coinRates] = await Promise.all([
    valuation.worth(deposits.map(({ assetType, spends: amount }) => ({ assetType, amount }))),
    valuation.worth(plan.legs.map(({ assetType, fee: amount }) => ({ assetType, amount }))),
    valuation.coinRates(chainsOf(plan)),
  ])
  return { heldUsd, feeUsd, coinRates }
}

/** What everybody whose deposits count together locks before they are counted. */
export function inFlightHoldings({ heldUsd }: PlanValues): readonly Holding[] {
  return heldUsd === 0n ? [] : [{ chain: 'in flight', owner: 'everybody', asset: 'usd' }]
}

/**
 * Keeps what is deposited and not settled below a limit, under the lock of {@link inFlightHoldings}:
 * this much, and no more, hangs on the word of the attestors and the solver, however many quotes are
 * executed at once.
 *
 * @throws ServiceError INSUFFICIENT_LIQUIDITY. Source: security rule 8.
 */
export async function checkInFlight(
  database: Database,
  options: { values: PlanValues; maxInFlightUsd: bigint },
): Promise<void> {
  const { values, maxInFlightUsd } = options
  const { heldUsd } = values
  if (heldUsd === 0n) return
  const others = await heldInAll(database)
  if (others + heldUsd <= maxInFlightUsd) return
  throw new ServiceError(
    'INSUFFICIENT_LIQUIDITY',
    `Deposits worth ${usdText(others)} USD are under way, and ${usdText(heldUsd)} USD more would pass ` +
      `the ${usdText(maxInFlightUsd)} USD that this service carries at a time: use a smaller amount, ` +
      'or try again in a minute.',
  )
}
