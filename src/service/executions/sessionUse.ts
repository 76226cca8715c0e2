import { addressKey, type RoleBasedAccount } from '#protocol/account.ts'
import type { AccountAddress } from '#protocol/caip.ts'
import { isSameAddress } from '#protocol/caip.ts'
import type { AnyQuote } from '#protocol/quote.ts'
import { usdText } from '../prices/usd.ts'
import type { Valuation } from '../prices/valuation.ts'
import { sessionDayBps, sessionDayUsd } from '../quotes/rates.ts'
import { ServiceError } from '../ServiceError.ts'
import type { Database } from '../storage/database.ts'
import type { Holding } from '../storage/reservations.ts'
import { insertSessionLosses, sessionLossOfDay } from '../storage/sessionLosses.ts'
import type { Plan } from './plan.ts'

/** What an account whose narrowed session key signed may lose by an execution, and in a day. */
export type SessionLoss = { account: RoleBasedAccount; usd: bigint; mostUsd: bigint; path: string }

/**
 * Reads what each account may lose by a plan: what it gives, fees too, is worth more than the least that
 * comes of it. Each swap near the feeds is harmless; a stolen key would sign hundreds, to and fro, against
 * a pool that its holder moves.
 *
 * @param options.narrowed - Accounts whose narrowed session keys signed.
 * @param options.readWorth - What an account holds, 1e-8 US dollars.
 * @throws ServiceError PRICE_UNAVAILABLE.
 * Source: security rules 5 and 34; the bounds are ours.
 */
export async function readSessionLosses(
  { legs, destination }: Plan,
  options: {
    quote: AnyQuote
    narrowed: readonly RoleBasedAccount[]
    storage: Database
    valuation: Valuation
    readWorth: (account: AccountAddress) => Promise<bigint>
  },
): Promise<readonly SessionLoss[]> {
  const { quote, narrowed, storage, valuation, readWorth } = options
  // Whom an admin lets make calls may lose all that the account holds.
  if (narrowed.length === 0 || destination?.kind === 'call') return []
  const { assetType, minimumAmount } = quote.destinationToken
  const least = destination?.gives ?? [{ assetType, amount: BigInt(minimumAmount) }]
  const [leastUsd, ...givenUsd] = await Promise.all([
    valuation.worth(least),
    ...legs.map(({ assetType: given, spends: amount }) =>
      valuation.worth([{ assetType: given, amount }]),
    ),
  ])
  const wholeUsd = givenUsd.reduce((sum, usd) => sum + usd, 0n)
  const lossUsd = wholeUsd - leastUsd
  if (lossUsd <= 0n) return []
  const losses = narrowed.map(async (account) => {
    const isOf = legs.map(({ sender }) => isSameAddress(sender, account.accountAddress))
    const ownUsd = givenUsd.reduce((sum, usd, index) => (isOf[index] ? sum + usd : sum), 0n)
    const usd = (lossUsd * ownUsd) / wholeUsd + 1n
    const before = await sessionLossOfDay(storage, addressKey(account.accountAddress))
    // Others may be counted before this one is.
    const isLittle = before + 4n * usd <= sessionDayUsd
    const heldUsd = isLittle ? 0n : await readWorth(account.accountAddress)
    const shareUsd = ((heldUsd + before) * sessionDayBps) / 10_000n
    return {
      account,
      usd,
      mostUsd: shareUsd > sessionDayUsd ? shareUsd : sessionDayUsd,
      path: `originChainsOperations.${isOf.indexOf(true)}.userOp.signature`,
    }
  })
  return Promise.all(losses)
}

/** What is locked while losses are counted. */
export function sessionHoldings(losses: readonly SessionLoss[]): readonly Holding[] {
  return losses.map(({ account }) => ({
    chain: 'session',
    owner: addressKey(account.accountAddress),
    asset: 'usd',
  }))
}

/**
 * Counts losses, under the locks of {@link sessionHoldings}.
 *
 * @throws ServiceError INVALID_SIGNATURE when they come to more in a day than a narrowed session may sign.
 */
export async function holdSessionLosses(
  database: Database,
  { quoteId, losses }: { quoteId: string; losses: readonly SessionLoss[] },
): Promise<void> {
  for (const { account, usd, mostUsd, path } of losses) {
    const before = await sessionLossOfDay(database, addressKey(account.accountAddress))
    if (before + usd <= mostUsd) continue
    const message =
      `By what the session key ${account.sessionAddress} signs, ${account.accountAddress} may lose ${usdText(mostUsd)} USD ` +
      `within 24 hours: it may have lost ${usdText(before)} USD, and may lose ${usdText(usd)} USD by this. ` +
      'Ask for a quote with less slippageTolerance, try again later, or the admin signs it.'
    throw new ServiceError('INVALID_SIGNATURE', message, { issues: [{ path, message }] })
  }
  const rows = losses.map(({ account, usd }) => ({
    account: addressKey(account.accountAddress),
    usd,
  }))
  await insertSessionLosses(database, { quoteId, losses: rows })
}
