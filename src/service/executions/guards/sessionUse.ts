import { addressKey, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { AccountAddress, AssetType } from '#protocol/ids/caip.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { SessionPolicy } from '#protocol/accounts/session.ts'
import { parseUsd, usdText } from '../../prices/usd.ts'
import type { Valuation } from '../../prices/valuation.ts'
import { sessionDayBps, sessionDayUsd } from '../../quotes/pricing/rates.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Database } from '../../storage/database.ts'
import type { Holding } from '../../storage/tables/reservations.ts'
import {
  insertSessionUses,
  sessionLossOfDay,
  sessionSpentOfDay,
} from '../../storage/tables/sessionUses.ts'
import type { Plan } from '../plan/plan.ts'

/** An account whose session key signed, and what its admin lets that key do. */
export type SignedSession = { account: RoleBasedAccount; policy: SessionPolicy; path: string }

/** What an account may lose by an execution and gives by it, and the most of both in a day; 1e-8 US dollars. */
export type SessionUse = SignedSession & {
  lostUsd: bigint
  maxLostUsd: bigint
  spentUsd: bigint
  /** Absent: no limit. */
  maxSpentUsd: bigint | undefined
}

type UseParts = {
  quote: AnyQuote
  storage: Database
  valuation: Valuation
  readWorth: (account: AccountAddress) => Promise<bigint>
  /** The terms of a contract call. */
  terms: PreparedTerms | undefined
}

/**
 * Reads what accounts may lose and give by what session keys signed that are limited in it.
 *
 * A key that may not pay others may lose what is given, fees too, beyond the least that comes of it. Each swap
 * near the feeds is harmless; a stolen key would sign hundreds, to and fro, against a pool that its holder
 * moves. What a key gives counts where its admin set a limit: all that leaves the account, whoever gets it.
 *
 * @param options.readWorth - What an account holds, 1e-8 US dollars.
 * @throws ServiceError PRICE_UNAVAILABLE.
 * Source: security rules 5 and 34; the bounds are ours.
 */
export async function readSessionUses(
  plan: Plan,
  { sessions, ...parts }: UseParts & { sessions: readonly SignedSession[] },
): Promise<readonly SessionUse[]> {
  const limited = sessions.filter(
    ({ policy }) => !policy.paysOthers || policy.maxUsdPerDay !== undefined,
  )
  if (limited.length === 0) return []
  const { legs } = plan
  const givenUsd = await Promise.all(
    // What a call spends beside its fee stands in its terms.
    legs.map(({ assetType, isCall, fee, spends }) =>
      parts.valuation.worth([{ assetType, amount: isCall ? fee : spends }]),
    ),
  )
  const lossUsd = await lossOf(plan, { ...parts, wholeUsd: sumOf(givenUsd) })
  return Promise.all(
    limited.map(async (session) => {
      const { account, policy } = session
      const isOwn = legs.map(({ sender }) => isSameAddress(sender, account.accountAddress))
      const ownUsd = sumOf(givenUsd.filter((_, index) => isOwn[index]))
      const isHeld = !policy.paysOthers && lossUsd > 0n
      const lostUsd = isHeld ? (lossUsd * ownUsd) / sumOf(givenUsd) + 1n : 0n
      return {
        ...session,
        lostUsd,
        maxLostUsd: lostUsd === 0n ? 0n : await maxLostOf(account, { ...parts, lostUsd }),
        spentUsd: ownUsd + (await callSpendsOf(account, parts)),
        maxSpentUsd: policy.maxUsdPerDay === undefined ? undefined : parseUsd(policy.maxUsdPerDay),
      }
    }),
  )
}

/** By how much what is given is worth more than the least that comes of it; none where calls decide it. */
async function lossOf(
  { destination }: Plan,
  { quote, valuation, wholeUsd }: UseParts & { wholeUsd: bigint },
): Promise<bigint> {
  // Whom an admin lets make calls may lose all that the account holds.
  if (destination?.kind === 'call') return 0n
  const { assetType, minimumAmount } = quote.destinationToken
  const least = destination?.gives ?? [{ assetType, amount: BigInt(minimumAmount) }]
  return wholeUsd - (await valuation.worth(least))
}

/** The most that an account may lose in a day, what was lost before counted to what it holds. */
async function maxLostOf(
  { accountAddress }: RoleBasedAccount,
  { storage, readWorth, lostUsd }: UseParts & { lostUsd: bigint },
): Promise<bigint> {
  const before = await sessionLossOfDay(storage, addressKey(accountAddress))
  // Others may be counted before this one is.
  if (before + 4n * lostUsd <= sessionDayUsd) return sessionDayUsd
  const shareUsd = (((await readWorth(accountAddress)) + before) * sessionDayBps) / 10_000n
  return shareUsd > sessionDayUsd ? shareUsd : sessionDayUsd
}

/** What calls need of what the account holds itself: what is lent for them its deposits pay for. */
async function callSpendsOf(
  { accountAddress }: RoleBasedAccount,
  { terms, valuation }: UseParts,
): Promise<bigint> {
  if (!terms || !isSameAddress(terms.account, accountAddress)) return 0n
  const [required, lent] = await Promise.all([
    valuation.worth(terms.required.map(amountOf)),
    valuation.worth(terms.lent.map(amountOf)),
  ])
  return required > lent ? required - lent : 0n
}

function amountOf({ assetType, amount }: { assetType: AssetType; amount: string }) {
  return { assetType, amount: BigInt(amount) }
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

/** What is locked while uses are counted. */
export function sessionHoldings(uses: readonly SessionUse[]): readonly Holding[] {
  return uses.map(({ account }) => ({
    chain: 'session',
    owner: addressKey(account.accountAddress),
    asset: 'usd',
  }))
}

/**
 * Counts uses, under the locks of {@link sessionHoldings}.
 *
 * @throws ServiceError INVALID_SIGNATURE when they come to more in a day than a session key may sign.
 */
export async function holdSessionUses(
  database: Database,
  { quoteId, uses }: { quoteId: string; uses: readonly SessionUse[] },
): Promise<void> {
  for (const use of uses) {
    await checkLoss(database, use)
    await checkSpending(database, use)
  }
  const rows = uses.map(({ account, lostUsd, spentUsd }) => ({
    ...keyOf(account),
    lostUsd,
    spentUsd,
  }))
  await insertSessionUses(database, { quoteId, uses: rows })
}

async function checkLoss(database: Database, use: SessionUse): Promise<void> {
  const { account, lostUsd, maxLostUsd } = use
  if (lostUsd === 0n) return
  const before = await sessionLossOfDay(database, addressKey(account.accountAddress))
  if (before + lostUsd <= maxLostUsd) return
  throw refusal(
    use,
    `By what the session key ${account.sessionAddress} signs, ${account.accountAddress} may lose ${usdText(maxLostUsd)} USD ` +
      `within 24 hours: it may have lost ${usdText(before)} USD, and may lose ${usdText(lostUsd)} USD by this. ` +
      'Ask for a quote with less slippageTolerance, try again later, or the admin signs it.',
  )
}

async function checkSpending(database: Database, use: SessionUse): Promise<void> {
  const { account, spentUsd, maxSpentUsd } = use
  if (maxSpentUsd === undefined) return
  const before = await sessionSpentOfDay(database, keyOf(account))
  if (before + spentUsd <= maxSpentUsd) return
  throw refusal(
    use,
    `The session key ${account.sessionAddress} may sign for ${usdText(maxSpentUsd)} USD within 24 hours: ` +
      `it has signed for ${usdText(before)} USD, and this is ${usdText(spentUsd)} USD. ` +
      'Ask for less, try again later, or the admin signs it.',
  )
}

function refusal({ path }: SignedSession, message: string): ServiceError {
  return new ServiceError('INVALID_SIGNATURE', message, { issues: [{ path, message }] })
}

function keyOf({ accountAddress, sessionAddress }: RoleBasedAccount) {
  return { account: addressKey(accountAddress), session: addressKey(sessionAddress) }
}
