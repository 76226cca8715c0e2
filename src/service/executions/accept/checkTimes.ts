import type { Network } from '#networks/network.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import { describeTime } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Storage } from '../../storage/database.ts'
import { getStart } from '../guards/checkTerms.ts'
import {
  type ExecutionPlan,
  type SettlementChains,
  getSettlement,
  buildTamperedError,
} from '../plan/executionPlan.ts'
import { getChainIds } from '../state/chainSnapshots.ts'

/** @throws ServiceError QUOTE_EXPIRED, by the clock of the database. */
export async function checkExpiry(quote: AnyQuote, storage: Storage): Promise<void> {
  const now = await storage.now()
  const expiresMs = Number(quote.expirationTimestamp) * 1000
  if (now.getTime() <= expiresMs) return
  throw new ServiceError(
    'QUOTE_EXPIRED',
    `The quote expired at ${new Date(expiresMs).toISOString()}: ask for a new one.`,
  )
}

/** How far ahead clocks and block times may be, seconds. */
const aheadSeconds = 10n

/**
 * Checks that a quote does not start in the future: it would live longer than others, a free
 * option.
 *
 * @throws ServiceError QUOTE_TAMPERED.
 */
export async function checkStart(
  plan: ExecutionPlan,
  {
    quote,
    storage,
    network,
    chains,
  }: { storage: Storage; network: Network; chains: SettlementChains; quote: AnyQuote },
): Promise<void> {
  const start = getStart(plan, { quote, network })
  const now = BigInt(Math.floor((await storage.now()).getTime() / 1000))
  if (start <= now + aheadSeconds) return
  const heads = getChainIds(plan).map((chainId) => getSettlement(chains, chainId).readHead())
  const times = (await Promise.all(heads)).map(({ time }) => time)
  if (times.some((time) => start <= time + aheadSeconds)) return
  const message = `The quote begins at ${start} and it is ${now}: quotes begin when they are made.`
  throw buildTamperedError(message, [{ path: 'expirationTimestamp', message }])
}

/** How long a call must stay valid for its deposits to be useful, seconds. */
const minCallSeconds = 60n

/** @throws ServiceError QUOTE_EXPIRED when the call expires before its deposits can be used. */
export async function checkCallLife(
  { destination }: ExecutionPlan,
  { chains }: { chains: SettlementChains },
): Promise<void> {
  if (destination?.kind !== 'call') return
  const { chainId, validUntil } = destination
  const { time } = await getSettlement(chains, chainId).readHead()
  if (validUntil >= time + minCallSeconds) return
  throw new ServiceError(
    'QUOTE_EXPIRED',
    `The call is valid until ${describeTime(validUntil)} and it is ${describeTime(time)}: too late for deposits. Prepare it again.`,
  )
}
