import type { Network } from '#networks/network.ts'
import type { createEnvironmentReader } from './environment.ts'
import type { SponsorLimits } from '../executions/sponsorship/checkSponsorship.ts'
import type { InFlightLimits } from '../executions/sponsorship/inFlight.ts'
import { defaultMaxOperationGas } from '../quotes/pricing/rates.ts'

/** Limits on losses. */
export type Limits = {
  /** Limits on sponsored gas not paid for, per day (UTC). */
  sponsorLimits: SponsorLimits
  /** Maximum gas of one sponsored operation. */
  maxOperationGas: bigint
  inFlightLimits: InFlightLimits
  /** Maximum inventory per chain, 1e-8 US dollars: the most a stolen solver key could take. */
  inventoryCapUsd: bigint
}

type EnvironmentReader = ReturnType<typeof createEnvironmentReader>

/** Reads the limits; the defaults cover thirty account-deploying operations at 2 gwei. */
export function readLimits(read: EnvironmentReader, { isDevnet }: Network): Limits {
  return {
    sponsorLimits: {
      accountUsd: readDollars(read, { name: 'SPONSOR_ACCOUNT_DAILY_USD', fallback: 300 }),
      newAccountUsd: readDollars(read, { name: 'SPONSOR_NEW_ACCOUNT_DAILY_USD', fallback: 60 }),
      keyUsd: readDollars(read, { name: 'SPONSOR_KEY_DAILY_USD', fallback: 1_500 }),
      visitorUsd: readDollars(read, { name: 'SPONSOR_VISITOR_DAILY_USD', fallback: 500 }),
      totalUsd: readDollars(read, { name: 'SPONSOR_DAILY_USD', fallback: 3_000 }),
    },
    maxOperationGas: BigInt(
      read.integer('MAX_OPERATION_GAS', {
        fallback: Number(defaultMaxOperationGas),
        max: 30_000_000,
      }),
    ),
    inFlightLimits: readShares(read, isDevnet ? 50_000_000 : 100_000),
    inventoryCapUsd: readDollars(read, {
      name: 'INVENTORY_CAP_USD',
      fallback: isDevnet ? 100_000_000 : 100_000,
    }),
  }
}

/** Reads the total value in flight, and the share that one account, key or visitor may use. */
function readShares(read: EnvironmentReader, fallback: number): InFlightLimits {
  const totalUsd = readDollars(read, { name: 'MAX_IN_FLIGHT_USD', fallback })
  function shareUsd(name: string, usual: number): bigint {
    return (totalUsd * BigInt(read.integer(name, { fallback: usual, max: 100 }))) / 100n
  }
  return {
    totalUsd,
    accountUsd: shareUsd('IN_FLIGHT_ACCOUNT_PERCENT', 40),
    newAccountUsd: shareUsd('IN_FLIGHT_NEW_ACCOUNT_PERCENT', 10),
    keyUsd: shareUsd('IN_FLIGHT_KEY_PERCENT', 80),
    visitorUsd: shareUsd('IN_FLIGHT_VISITOR_PERCENT', 40),
  }
}

/** Reads whole US dollars, returned in 1e-8 dollars. */
function readDollars(
  read: EnvironmentReader,
  { name, fallback }: { name: string; fallback: number },
): bigint {
  return BigInt(read.integer(name, { fallback, max: 1_000_000_000_000 })) * 10n ** 8n
}
