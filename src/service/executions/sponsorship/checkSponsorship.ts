import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { Caller } from '../../caller.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Database, Storage } from '../../storage/database.ts'
import {
  isProven,
  type SponsorLosses,
  readSponsorLosses,
} from '../../storage/tables/sponsorBudgets.ts'

/**
 * Most unpaid gas the service bears in a day (UTC), 1e-8 US dollars: of one account, one unproven
 * account, one API key, one dashboard visitor, and everybody together.
 */
export type SponsorLimits = {
  accountUsd: bigint
  newAccountUsd: bigint
  keyUsd: bigint
  visitorUsd: bigint
  totalUsd: bigint
}

/** Whose budget is used up. */
export type SpentBudget = 'everybody' | 'account' | 'new account' | 'visitor' | 'key'

const daySeconds = 86_400

/**
 * Checks that gas can be sponsored: that neither these accounts nor their caller have used up their
 * budget of today, nor everybody together (the global circuit breaker).
 *
 * @param options.accounts - Accounts whose operations are to be sponsored.
 * @param options.caller - Who requests it; the caller's budgets count too.
 * @throws ServiceError `SPONSORSHIP_EXHAUSTED` or `SPONSORSHIP_PAUSED`, until tomorrow (UTC).
 * Source: security rule 4.
 */
export async function checkSponsorship(
  storage: Storage,
  options: { accounts: readonly AccountAddress[]; caller: Caller; limits: SponsorLimits },
): Promise<void> {
  const { accounts, caller, limits } = options
  for (const account of new Set(accounts.map(toAddressKey))) {
    const spent = await findSpentBudget(storage, { ...caller, account, limits })
    if (spent) throw buildBudgetSpentError(spent, { caller, now: await storage.now() })
  }
}

/** Whose budget is used up for operations of an account today; undefined if none is. */
export async function findSpentBudget(
  database: Database,
  options: Caller & { account: string; limits: SponsorLimits },
): Promise<SpentBudget | undefined> {
  const { account, limits } = options
  const lost = await readSponsorLosses(database, options)
  const spent = findPassedLimit(lost, { limits, isOver: (usd, limit) => usd >= limit })
  if (spent || lost.accountUsd < limits.newAccountUsd) return spent
  return (await isProven(database, account)) ? undefined : 'new account'
}

/**
 * Whether an account has used up its own budget of today. Paying coins to a recipient runs
 * third-party code, and executions accepted together with this one may have burnt the budget that
 * way.
 */
export async function hasSpentOwnBudget(
  database: Database,
  options: { account: AccountAddress; limits: SponsorLimits },
): Promise<boolean> {
  const account = toAddressKey(options.account)
  const { accountUsd } = await readSponsorLosses(database, { account })
  if (accountUsd < options.limits.newAccountUsd) return false
  return accountUsd >= options.limits.accountUsd || !(await isProven(database, account))
}

/** Which of the limits that apply to every account is exceeded; undefined if none is. */
export function findPassedLimit(
  usd: SponsorLosses,
  {
    limits,
    isOver = (one, limit) => one > limit,
  }: { limits: SponsorLimits; isOver?: (usd: bigint, limit: bigint) => boolean },
): Exclude<SpentBudget, 'new account'> | undefined {
  if (isOver(usd.totalUsd, limits.totalUsd)) return 'everybody'
  if (isOver(usd.accountUsd, limits.accountUsd)) return 'account'
  if (isOver(usd.visitorUsd, limits.visitorUsd)) return 'visitor'
  return isOver(usd.keyUsd, limits.keyUsd) ? 'key' : undefined
}

/** The error for a used up budget: it says whose it is, and when there is more. */
export function buildBudgetSpentError(
  spent: SpentBudget,
  { caller, now }: { caller: Caller; now: Date },
): ServiceError {
  const seconds = Math.floor(now.getTime() / 1000)
  const retryAfterSeconds = daySeconds - (seconds % daySeconds)
  const until = new Date((seconds + retryAfterSeconds) * 1000).toISOString()
  if (spent === 'everybody')
    return new ServiceError(
      'SPONSORSHIP_PAUSED',
      `Too much sponsored gas was lost today: nothing is sponsored until tomorrow (UTC), ${until}.`,
      { retryAfterSeconds },
    )
  return new ServiceError(
    'SPONSORSHIP_EXHAUSTED',
    `Today's operations ${describeSpender(spent, caller)} cost more gas than they paid for: ` +
      `gas is sponsored again from ${until}.`,
    { retryAfterSeconds },
  )
}

/** Names whose executions are meant, in a sentence to the caller. */
export function describeSpender(
  spent: Exclude<SpentBudget, 'everybody'>,
  { visitor }: Caller,
): string {
  switch (spent) {
    case 'account':
      return 'of this account'
    case 'new account':
      return 'of this account, of which no execution has paid for itself yet,'
    case 'visitor':
      return 'from your address'
    case 'key':
      return visitor === undefined ? 'of this API key' : 'of all visitors of this dashboard'
  }
}
