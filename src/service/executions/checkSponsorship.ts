import { addressKey } from '#protocol/account.ts'
import type { AccountAddress } from '#protocol/caip.ts'
import { ServiceError } from '../ServiceError.ts'
import type { Storage } from '../storage/database.ts'
import { sponsorLosses } from '../storage/sponsorBudgets.ts'

/**
 * Gas that is borne in a day (UTC) beyond what was paid for it, 1e-8 US dollars: of one account, one
 * key, everybody.
 */
export type SponsorLimits = { accountUsd: bigint; keyUsd: bigint; totalUsd: bigint }

const daySeconds = 86_400

/**
 * Refuses to sponsor those whose operations cost too much today, and everybody once the whole
 * service has lost too much: the global breaker.
 *
 * @param options.accounts - Whose operations are to be sponsored.
 * @param options.apiKey - Label of the key that asks; absent: only account and breaker count.
 * @throws ServiceError `SPONSORSHIP_EXHAUSTED` or `SPONSORSHIP_PAUSED`, until tomorrow (UTC).
 * Source: security rule 4.
 */
export async function checkSponsorship(
  storage: Storage,
  options: {
    accounts: readonly AccountAddress[]
    apiKey?: string | undefined
    limits: SponsorLimits
  },
): Promise<void> {
  const { accounts, apiKey, limits } = options
  for (const account of new Set(accounts.map(addressKey))) {
    const losses = await sponsorLosses(storage, { account, apiKey })
    if (losses.totalUsd >= limits.totalUsd)
      throw new ServiceError(
        'SPONSORSHIP_PAUSED',
        'Too much sponsored gas was lost today: nothing is sponsored until tomorrow (UTC).',
        { retryAfterSeconds: await secondsLeftToday(storage) },
      )
    const isSpent = losses.accountUsd >= limits.accountUsd
    if (isSpent || losses.keyUsd >= limits.keyUsd)
      throw new ServiceError(
        'SPONSORSHIP_EXHAUSTED',
        `Too many sponsored operations of this ${isSpent ? 'account' : 'API key'} failed today: ` +
          'its gas is not sponsored until tomorrow (UTC).',
        { retryAfterSeconds: await secondsLeftToday(storage) },
      )
  }
}

async function secondsLeftToday(storage: Storage): Promise<number> {
  const seconds = Math.floor((await storage.now()).getTime() / 1000)
  return daySeconds - (seconds % daySeconds)
}
