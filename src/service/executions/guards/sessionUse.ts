import { toAddressKey, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { AssetAmount } from '#chains/ports/chain.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type { AccountAddress, AssetType } from '#protocol/ids/caip.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { SessionPolicy } from '#protocol/accounts/session.ts'
import { parseUsd, formatUsd } from '../../prices/usd.ts'
import type { Valuation } from '../../prices/valuation.ts'
import { sessionDayBps, sessionDayUsd } from '../../quotes/pricing/rates.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Database, Storage } from '../../storage/database.ts'
import { type BalanceKey, lockHoldings } from '../../storage/tables/reservations.ts'
import { findSessionRule } from '../../storage/tables/sessionRules.ts'
import {
  insertSessionUses,
  raiseSessionUse,
  readSessionLossOfDay,
  readSessionSpentOfDay,
} from '../../storage/tables/sessionUses.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'

/** An account whose session key signed, and what its admin lets that key do. */
export type SignedSession = { account: RoleBasedAccount; policy: SessionPolicy; path: string }

/** What an account may lose and spends in an execution, and its daily limits; 1e-8 US dollars. */
export type SessionUse = SignedSession & {
  lostUsd: bigint
  maxLostUsd: bigint
  spentUsd: bigint
  /** Absent: no limit. */
  maxSpentUsd: bigint | undefined
}

type SessionUseContext = {
  quote: AnyQuote
  storage: Database
  valuation: Valuation
  /** Reads what an account holds, 1e-8 US dollars. */
  readWorth: (account: AccountAddress) => Promise<bigint>
  /** The terms of a contract call. */
  terms: PreparedTerms | undefined
}

/**
 * Reads what accounts may lose and spend by operations that limited session keys signed.
 *
 * The loss is what is given, fees included, beyond the guaranteed minimum received; it is limited
 * for keys that may not pay others. One swap near the feeds is harmless, but an attacker with a
 * stolen key would sign hundreds, back and forth, against a pool the attacker moves. Spending is
 * everything that leaves the account, whoever receives it; it is limited where the admin set a
 * limit. Of calls it is what their simulation shows, at least what the request declares; the
 * simulation that is co-signed decides, see {@link countOutflow}.
 *
 * @throws ServiceError PRICE_UNAVAILABLE.
 * Source: security rules 5 and 34; the bounds are ours.
 */
export async function readSessionUses(
  plan: ExecutionPlan,
  sessions: readonly SignedSession[],
  context: SessionUseContext,
): Promise<readonly SessionUse[]> {
  const limited = sessions.filter(isLimited)
  if (limited.length === 0) return []
  const { legs } = plan
  const givenUsd = await Promise.all(
    // What a call spends besides its fee is in its terms, see `getCallSpends`.
    legs.map(({ assetType, isCall, fee, spends }) =>
      context.valuation.worth([{ assetType, amount: isCall ? fee : spends }]),
    ),
  )
  const lossUsd = await getLoss(context, plan, sumUses(givenUsd))
  return Promise.all(
    limited.map(async (session) => {
      const { account, policy } = session
      const own = legs.map(({ sender }) => isSameAddress(sender, account.accountAddress))
      const ownUsd = sumUses(givenUsd.filter((_, index) => own[index]))
      const isDeposit = legs.map(({ isCall }, index) => own[index] && !isCall)
      const depositsUsd = sumUses(givenUsd.filter((_, index) => isDeposit[index]))
      const isHeld = !policy.paysOthers && lossUsd > 0n
      const lostUsd = isHeld ? (lossUsd * ownUsd) / sumUses(givenUsd) + 1n : 0n
      return {
        ...session,
        lostUsd,
        maxLostUsd: lostUsd === 0n ? 0n : await getMaxLoss(context, account, lostUsd),
        spentUsd: depositsUsd + (await getCallSpends(context, session)),
        maxSpentUsd: policy.maxUsdPerDay === undefined ? undefined : parseUsd(policy.maxUsdPerDay),
      }
    }),
  )
}

/**
 * Checks that no session key with limits trades a token that no list names: there is no price to hold
 * it to.
 *
 * @throws ServiceError INVALID_SIGNATURE.
 */
export function checkSessionsOpen(sessions: readonly SignedSession[]): void {
  const limited = sessions.find(isLimited)
  if (!limited) return
  throw buildSessionLimitError(
    limited,
    `The session key ${limited.account.sessionAddress} may not trade tokens that no list names: the admin signs that.`,
  )
}

function isLimited({ policy }: SignedSession): boolean {
  return !policy.paysOthers || policy.maxUsdPerDay !== undefined
}

/** By how much what is given is worth more than the guaranteed minimum received; 0 for calls. */
async function getLoss(
  { quote, valuation }: SessionUseContext,
  { destination }: ExecutionPlan,
  wholeUsd: bigint,
): Promise<bigint> {
  // A key that its admin lets make calls may lose all that the account holds anyway.
  if (destination?.kind === 'call') return 0n
  const { assetType, minimumAmount } = quote.destinationToken
  const least = destination?.gives ?? [{ assetType, amount: BigInt(minimumAmount) }]
  return wholeUsd - (await valuation.worth(least))
}

/** The most an account may lose in a day: a share of what it held before the losses of the day. */
async function getMaxLoss(
  { storage, readWorth }: SessionUseContext,
  { accountAddress }: RoleBasedAccount,
  lostUsd: bigint,
): Promise<bigint> {
  const before = await readSessionLossOfDay(storage, toAddressKey(accountAddress))
  // The factor leaves room for executions that are counted before this one.
  if (before + 4n * lostUsd <= sessionDayUsd) return sessionDayUsd
  const shareUsd = (((await readWorth(accountAddress)) + before) * sessionDayBps) / 10_000n
  return shareUsd > sessionDayUsd ? shareUsd : sessionDayUsd
}

/** What calls spend of the account's own holdings; what is lent to them its deposits pay for. */
async function getCallSpends(
  { terms, valuation }: SessionUseContext,
  session: SignedSession,
): Promise<bigint> {
  if (!terms || !isSameAddress(terms.account, session.account.accountAddress)) return 0n
  const [required, lent, fee] = await Promise.all([
    valuation.worth(terms.required.map(toAmount)),
    valuation.worth(terms.lent.map(toAmount)),
    valuation.worth(terms.fee ? [toAmount(terms.fee)] : []),
  ])
  const declared = fee + (required > lent ? required - lent : 0n)
  if (session.policy.maxUsdPerDay === undefined) return declared
  const outflow = terms.outflow?.map(toAmount)
  const unpriced = outflow && (await findUnpriced(outflow, valuation))
  if (!outflow || unpriced)
    throw buildSessionLimitError(
      session,
      unpriced
        ? `The calls take ${unpriced} from the account, which has no price here: the session key ${session.account.sessionAddress} ` +
            'has a limit a day, so the admin signs that.'
        : 'The calls were prepared before what they take was measured: prepare them again.',
    )
  const measured = await valuation.worth(outflow)
  return measured > declared ? measured : declared
}

/** An asset that is not of this network, so that nobody knows its worth; undefined if all are. */
async function findUnpriced(
  amounts: readonly AssetAmount[],
  valuation: Valuation,
): Promise<AssetType | undefined> {
  for (const one of amounts)
    try {
      // oxlint-disable-next-line no-await-in-loop -- the first that has none is enough
      await valuation.worth([one])
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNSUPPORTED_ASSET') return one.assetType
      throw error
    }
  return undefined
}

/** A call as it will be signed, and what its simulation shows that it takes from its account. */
export type MeasuredCall = {
  plan: ExecutionPlan
  chain: SettlementChain
  operation: EvmChainOperation
  outflow: readonly AssetAmount[] | undefined
}

/**
 * Counts what a call that a session key signed takes, before it is co-signed.
 *
 * @returns False, and nothing is counted, if it is more than the admin lets the key spend in a day,
 *   has no price, or could not be measured.
 * @throws ServiceError PRICE_UNAVAILABLE.
 * Source: security rule 5.
 */
export async function countOutflow(
  { storage, valuation }: { storage: Storage; valuation: Valuation },
  { plan, chain, operation, outflow }: MeasuredCall,
): Promise<boolean> {
  const { sender } = operation.userOp
  const signer = await chain.recoverApprover(operation)
  if (signer === undefined) return true
  const key = { account: toAddressKey(sender), session: toAddressKey(signer) }
  const limitUsd = (await findSessionRule(storage, key))?.policy?.maxUsdPerDay
  if (limitUsd === undefined) return true
  if (!outflow || (await findUnpriced(outflow, valuation)) !== undefined) return false
  const deposits = plan.legs.filter((leg) => !leg.isCall && isSameAddress(leg.sender, sender))
  const spentUsd = await valuation.worth([
    ...outflow,
    ...deposits.map(({ assetType, spends }) => ({ assetType, amount: spends })),
  ])
  const { quoteId } = plan
  return storage.transaction(async (database) => {
    await lockHoldings(database, [toHolding(sender)])
    const before = await readSessionSpentOfDay(database, { ...key, exceptQuoteId: quoteId })
    if (before + spentUsd > parseUsd(limitUsd)) return false
    await raiseSessionUse(database, { quoteId, ...key, spentUsd })
    return true
  })
}

function toAmount({ assetType, amount }: { assetType: AssetType; amount: string }) {
  return { assetType, amount: BigInt(amount) }
}

function sumUses(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

/** The holdings to lock while uses are counted. */
export function getSessionHoldings(uses: readonly SessionUse[]): readonly BalanceKey[] {
  return uses.map(({ account }) => toHolding(account.accountAddress))
}

function toHolding(account: AccountAddress): BalanceKey {
  return { chain: 'session', owner: toAddressKey(account), asset: 'usd' }
}

/**
 * Stores uses under the locks of {@link getSessionHoldings}.
 *
 * @throws ServiceError INVALID_SIGNATURE when they exceed what a session key may sign in a day.
 */
export async function storeSessionUses(
  database: Database,
  { quoteId, uses }: { quoteId: string; uses: readonly SessionUse[] },
): Promise<void> {
  for (const use of uses) {
    await checkLoss(database, use)
    await checkSpending(database, use)
  }
  const rows = uses.map(({ account, lostUsd, spentUsd }) => ({
    ...toSessionKey(account),
    lostUsd,
    spentUsd,
  }))
  await insertSessionUses(database, { quoteId, uses: rows })
}

async function checkLoss(database: Database, use: SessionUse): Promise<void> {
  const { account, lostUsd, maxLostUsd } = use
  if (lostUsd === 0n) return
  const before = await readSessionLossOfDay(database, toAddressKey(account.accountAddress))
  if (before + lostUsd <= maxLostUsd) return
  throw buildSessionLimitError(
    use,
    `By what the session key ${account.sessionAddress} signs, ${account.accountAddress} may lose ${formatUsd(maxLostUsd)} USD ` +
      `within 24 hours: it may have lost ${formatUsd(before)} USD, and may lose ${formatUsd(lostUsd)} USD by this. ` +
      'Ask for a quote with less slippageTolerance, try again later, or the admin signs it.',
  )
}

async function checkSpending(database: Database, use: SessionUse): Promise<void> {
  const { account, spentUsd, maxSpentUsd } = use
  if (maxSpentUsd === undefined) return
  const before = await readSessionSpentOfDay(database, toSessionKey(account))
  if (before + spentUsd <= maxSpentUsd) return
  throw buildSessionLimitError(
    use,
    `The session key ${account.sessionAddress} may sign for ${formatUsd(maxSpentUsd)} USD within 24 hours: ` +
      `it has signed for ${formatUsd(before)} USD, and this is ${formatUsd(spentUsd)} USD. ` +
      'Ask for less, try again later, or the admin signs it.',
  )
}

function buildSessionLimitError({ path }: SignedSession, message: string): ServiceError {
  return new ServiceError('INVALID_SIGNATURE', message, { issues: [{ path, message }] })
}

function toSessionKey({ accountAddress, sessionAddress }: RoleBasedAccount) {
  return { account: toAddressKey(accountAddress), session: toAddressKey(sessionAddress) }
}
