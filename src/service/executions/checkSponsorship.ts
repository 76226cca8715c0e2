import { addressKey } from '#protocol/account.ts'
import { ServiceError } from '../ServiceError.ts'
import type { Storage } from '../storage/database.ts'
import { sponsorLosses } from '../storage/sponsorBudgets.ts'
import type { Plan } from './plan.ts'

/** Failed sponsored gas that is borne in a day (UTC), in wei: of one account, one key, everybody. */
export type SponsorLimits = { accountWei: bigint; keyWei: bigint; totalWei: bigint }

const daySeconds = 86_400

/**
 * Refuses to sponsor those whose operations cost too much today, and everybody once the whole
 * service has lost too much: the global breaker.
 *
 * @param options.apiKey - Label of the key that asks; absent: only account and breaker count.
 * @throws ServiceError `SPONSORSHIP_EXHAUSTED` or `SPONSORSHIP_PAUSED`, until tomorrow (UTC).
 * Source: security rule 4.
 */
export async function checkSponsorship(
  storage: Storage,
  options: { plan: Pick<Plan, 'legs'>; apiKey: string | undefined; limits: SponsorLimits },
): Promise<void> {
  const { plan, apiKey, limits } = options
  for (const account of new Set(plan.legs.map(({ sender }) => addressKey(sender)))) {
    const losses = await sponsorLosses(storage, { account, apiKey })
    if (losses.totalWei >= limits.totalWei)
      throw new ServiceError(
        'SPONSORSHIP_PAUSED',
        'Too much sponsored gas was lost today: nothing is sponsored until tomorrow (UTC).',
        { retryAfterSeconds: await secondsLeftToday(storage) },
      )
    const isSpent = losses.accountWei >= limits.accountWei
    if (isSpent || losses.keyWei >= limits.keyWei)
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
