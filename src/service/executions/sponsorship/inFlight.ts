import { mostFillGas } from '#chains/evm/settlement/prepareTransaction.ts'
import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type { Asker } from '../../asker.ts'
import { usdText } from '../../prices/usd.ts'
import type { Valuation } from '../../prices/valuation.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Database } from '../../storage/database.ts'
import { heldByAccount, heldValue } from '../../storage/tables/heldValue.ts'
import type { Holding } from '../../storage/tables/reservations.ts'
import { isProven } from '../../storage/tables/sponsorBudgets.ts'
import { ofWhom, type Spent } from './checkSponsorship.ts'
import { chainsOf } from '../state/gatherFacts.ts'
import { paysCoins, type Plan } from '../plan/plan.ts'

/** What an execution is about in dollars, at the prices at which it is accepted. */
export type PlanValues = {
  /** What it deposits, 1e-8 US dollars; nothing when one operation does everything. */
  heldUsd: bigint
  /** What its fees are worth, 1e-8 US dollars: paid when everything is delivered. */
  feeUsd: bigint
  /** What its chains' coins are worth: see {@link Valuation}. */
  coinRates: Readonly<Record<ChainId, bigint>>
  /** What a recipient of coins can burn of gas at most, 1e-8 US dollars; nothing when none is paid. */
  recipientUsd: bigint
}

/** Values a plan. @throws ServiceError PRICE_UNAVAILABLE. */
export async function readValues(plan: Plan, valuation: Valuation): Promise<PlanValues> {
  const deposits = plan.legs.filter(({ order }) => order)
  const paidOn = paysCoins(plan) ? plan.destination?.chainId : undefined
  const [heldUsd, feeUsd, coinRates, recipientUsd] = await Promise.all([
    valuation.worth(deposits.map(({ assetType, spends: amount }) => ({ assetType, amount }))),
    valuation.worth(plan.legs.map(({ assetType, fee: amount }) => ({ assetType, amount }))),
    valuation.coinRates(chainsOf(plan)),
    paidOn === undefined ? 0n : valuation.gasUsd(paidOn, mostFillGas),
  ])
  return { heldUsd, feeUsd, coinRates, recipientUsd }
}

/** What everybody whose deposits count together locks before they are counted. */
export function inFlightHoldings({ heldUsd }: PlanValues): readonly Holding[] {
  return heldUsd === 0n ? [] : [{ chain: 'in flight', owner: 'everybody', asset: 'usd' }]
}

/**
 * What deposits of executions under way may be worth together, 1e-8 US dollars: of everybody, and of
 * each account, account that nothing is known of, API key and visitor of the dashboard.
 */
export type InFlightLimits = {
  totalUsd: bigint
  accountUsd: bigint
  newAccountUsd: bigint
  keyUsd: bigint
  visitorUsd: bigint
}

/** After which some of what is under way has been settled, seconds. */
const retrySeconds = 60

/**
 * Keeps what is deposited and not settled below limits, under the lock of {@link inFlightHoldings}:
 * this much, and no more, hangs on the word of the attestors and the solver, however many quotes are
 * executed at once. Nobody has all of it: value that is sent on to the next account after each quote
 * would hold it against everybody else.
 *
 * @throws ServiceError INSUFFICIENT_LIQUIDITY. Source: security rule 8.
 */
export async function checkInFlight(
  database: Database,
  options: {
    values: PlanValues
    signers: readonly AccountAddress[]
    asker: Asker
    inFlightLimits: InFlightLimits
  },
): Promise<void> {
  const { values, signers, asker, inFlightLimits: limits } = options
  const { heldUsd } = values
  if (heldUsd === 0n) return
  const { totalUsd, keyUsd, visitorUsd } = await heldValue(database, asker)
  const shares: Share[] = [
    { of: 'everybody', underWayUsd: totalUsd, mostUsd: limits.totalUsd },
    { of: 'visitor', underWayUsd: visitorUsd, mostUsd: limits.visitorUsd },
    { of: 'key', underWayUsd: keyUsd, mostUsd: limits.keyUsd },
  ]
  for (const account of signers) {
    const underWayUsd = await heldByAccount(database, account)
    const isKnown =
      underWayUsd + heldUsd <= limits.newAccountUsd || (await isProven(database, account))
    shares.push(
      isKnown
        ? { of: 'account', underWayUsd, mostUsd: limits.accountUsd }
        : { of: 'new account', underWayUsd, mostUsd: limits.newAccountUsd },
    )
  }
  const full = shares.find(({ underWayUsd, mostUsd }) => underWayUsd + heldUsd > mostUsd)
  if (full) throw tooMuch(full, { heldUsd, asker })
}

/** What is under way of one of those who share the whole, and the most that may be. */
type Share = { of: Spent; underWayUsd: bigint; mostUsd: bigint }

function tooMuch(
  { of, underWayUsd, mostUsd }: Share,
  { heldUsd, asker }: { heldUsd: bigint; asker: Asker },
): ServiceError {
  const whose = of === 'everybody' ? '' : ` ${ofWhom(of, asker)}`
  return new ServiceError(
    'INSUFFICIENT_LIQUIDITY',
    `Deposits${whose} worth ${usdText(underWayUsd)} USD are under way, and ${usdText(heldUsd)} USD more ` +
      `would pass the ${usdText(mostUsd)} USD that this service carries ` +
      `${of === 'everybody' ? '' : 'of these '}at a time: use a smaller amount, or try again in a minute.`,
    { retryAfterSeconds: retrySeconds },
  )
}
