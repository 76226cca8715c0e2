import type { Network } from '#networks/network.ts'
import type { createEnvironmentReader } from './environment.ts'
import type { SponsorLimits } from '../executions/sponsorship/checkSponsorship.ts'
import type { InFlightLimits } from '../executions/sponsorship/inFlight.ts'
import { defaultMaxOperationGas } from '../quotes/pricing/rates.ts'

/** What may be lost. */
export type Limits = {
  /** Gas that is borne in a day (UTC) beyond what was paid for it. */
  sponsorLimits: SponsorLimits
  /** Most gas of one operation that is sponsored. */
  maxOperationGas: bigint
  inFlightLimits: InFlightLimits
  /** What the solver may hold on one chain, 1e-8 US dollars: its key can lose no more. */
  inventoryCapUsd: bigint
}

type EnvironmentReader = ReturnType<typeof createEnvironmentReader>

/**
 * Reads what may be lost. By default thirty operations that each make the account may be under way at a
 * base fee of 2 gwei.
 */
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

/** What may be under way, and how much of it one of those who share it may have. */
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

/** Whole US dollars, as 1e-8 of one. */
function readDollars(
  read: EnvironmentReader,
  { name, fallback }: { name: string; fallback: number },
): bigint {
  return BigInt(read.integer(name, { fallback, max: 1_000_000_000_000 })) * 10n ** 8n
}
