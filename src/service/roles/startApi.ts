import { type ChainId, getChainReference } from '#protocol/ids/caip.ts'
import { parseHostName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import { getQuoteAccounts } from '#protocol/quotes/quote.ts'
import { getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'
import { toApiKey, rowToApiKey, createDashboardClient } from './apiKeyRecord.ts'
import { type Balances, createBalances } from '../balances/balances.ts'
import type { Caller } from '../caller.ts'
import { type Config, getSecrets, toUrlHost } from '../config/config.ts'
import { createExecutions, type Executions } from '../executions/executions.ts'
import {
  guardSponsoredCalls,
  guardSponsoredQuotes,
} from '../executions/sponsorship/guardSponsoredQuotes.ts'
import { createHttp, type HttpParts } from '../http/http.ts'
import { type DevnetHandlers, createServiceHandlers } from '../http/api/serviceHandlers.ts'
import type { Links } from '../links/links.ts'
import { hideSecrets, type Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Readiness } from '../monitoring/readiness.ts'
import { createRelays } from './nodeRelay.ts'
import { explainOutage } from './outage.ts'
import { createCurrencyRates } from '../prices/currencyRates.ts'
import { createPrices } from '../prices/prices.ts'
import { createValuation } from '../prices/valuation.ts'
import { createCallQuotes } from '../quotes/calls/callQuotes.ts'
import { createQuotes, type Quotes, type QuotesOptions } from '../quotes/quotes.ts'
import { defaultRates, type QuoteRates } from '../quotes/pricing/rates.ts'
import { createRepricing } from '../quotes/pricing/repricing.ts'
import { createSessionGuard } from '../quotes/request/sessionGuard.ts'
import { createSessions } from '../quotes/request/sessions.ts'
import { findApiKey } from '../storage/tables/apiKeys.ts'
import type { Storage, Database } from '../storage/database.ts'
import { readReservedUnits } from '../storage/tables/reservations.ts'

/** What a devnet adds to the service. */
export type DevnetParts = { handlers: DevnetHandlers; pages: NonNullable<HttpParts['pages']> }

/** Dependencies of the API. */
export type ApiParts = {
  links: Links
  storage: Storage
  log: Log
  metrics: Metrics
  readiness: () => Promise<Readiness>
  devnet?: DevnetParts
  /** Called when a quote was accepted. */
  onAccepted: () => void
}

/** A listening API. */
export type RunningApi = { url: string; stop: () => Promise<void> }

/**
 * Composes the API and starts listening.
 *
 * @throws Error when the port cannot be opened.
 */
export async function startApi(config: Config, parts: ApiParts): Promise<RunningApi> {
  const publicUrl = config.publicUrl ?? `http://${toUrlHost(config.host)}:${config.port}`
  const { storage, devnet, log } = parts
  const app = await createHttp(
    {
      handlers: createHandlers(config, parts, publicUrl),
      keys: [toApiKey(config)],
      dashboard: createDashboardClient(config),
      lookUpKey: async (sha256) => {
        const row = await findApiKey(storage, sha256)
        return row && rowToApiKey(row)
      },
      shareCounts: (taken) => addRateCounts(storage, taken),
      readiness: parts.readiness,
      metrics: parts.metrics,
      explain: explainOutage,
      relays: createRelays(parts.links, (text) => hideSecrets(text, getSecrets(config))),
      pages: devnet?.pages ?? [],
      log,
    },
    {
      publicUrl,
      corsOrigins: config.corsOrigins,
      publicRpcUrls: Object.values(config.publicRpcUrls),
      trustedProxies: config.trustedProxies,
      maxWaitMs: config.maxWaitMs,
      hasOpenMetrics: config.network.hasPublishedKeys && isLoopbackUrl(publicUrl),
      recordAnswersTo: config.recordAnswersTo,
      dashboardFolder: config.dashboardFolder,
      dashboardNetwork: config.network,
      walletConnect: config.walletConnect,
      hasMobileWallets: config.hasMobileWallets,
    },
  )
  if (!config.network.isDevnet && config.trustedProxies.length === 0) log('no_trusted_proxies')
  await app.listen({ host: config.host, port: config.port })
  const sweep = setInterval(() => {
    void dropOldRateCounts(storage).catch(() => undefined)
  }, sweepEveryMs).unref()
  return {
    url: publicUrl,
    async stop() {
      clearInterval(sweep)
      await app.close()
    },
  }
}

/** Interval at which old rate counts are deleted, milliseconds. */
const sweepEveryMs = 60_000

function isLoopbackUrl(url: string): boolean {
  return isLoopbackName(parseHostName(new URL(url).host) ?? '')
}

function createHandlers(config: Config, parts: ApiParts, publicUrl: string) {
  const { network, sessionDefault, sponsorLimits, maxOperationGas } = config
  const { links, storage, devnet } = parts
  const { chains } = links
  const explorerOf = createExplorerLookup(config, devnet, publicUrl)
  const quoteKey = Buffer.from((config.keys.quote ?? '0x').slice(2), 'hex')
  const quoteSigner = getQuoteSigner(quoteKey)
  const prices = createPrices({ network, chains })
  const balances = createBalances({ network, chains, prices })
  const rates = getRates(config)
  const sessionGuard = createSessionGuard({ database: storage, sessionDefault })
  const shared = { network, prices, maxOperationGas }
  const quoteOptions: QuotesOptions = {
    ...shared,
    chains,
    balances,
    quoteKey,
    rates,
    reserved: (holding) => readReservedUnits(storage, holding),
    isNarrowed: sessionGuard.isNarrowed,
  }
  const executions = createExecutions({
    ...shared,
    storage,
    sessionGuard,
    chains: links.settlements,
    readers: chains,
    quoteSigner,
    explorerOf,
    repricing: createRepricing({ network, prices, rates }),
    onAccepted: parts.onAccepted,
    valuation: createValuation({ network, prices }),
    sponsorLimits,
    inFlightLimits: config.inFlightLimits,
    readWorth: (account) => balances.readWorth(account),
  })
  const sponsoring = { storage, limits: sponsorLimits }
  const getQuotes = createQuotesByCaller(quoteOptions)
  const callQuotes = createCallQuotes({
    ...quoteOptions,
    storage,
    sessionGuard,
    quoteSigner,
    signing: links.settlements,
  })
  const hasFaucet = devnet?.handlers.faucet !== undefined
  const facts = { publicRpcUrls: config.publicRpcUrls, publicUrl, sessionDefault, hasFaucet }
  return createServiceHandlers({
    deployment: { network, quoteSigner, explorerOf, ...facts },
    balances,
    rates: createCurrencyRates({ network, chains }),
    quotesFor: (caller) => guardSponsoredQuotes(getQuotes(caller), { ...sponsoring, caller }),
    callQuotesFor: (caller) => guardSponsoredCalls(callQuotes, { ...sponsoring, caller }),
    sessions: createSessions({ storage, network, chains }),
    executions: watchExecutions(executions, { balances, log: parts.log }),
    ...(devnet && { devnet: devnet.handlers }),
  })
}

/** Returns the quotes of a caller: with the fee of the caller's app, or those of everybody. */
function createQuotesByCaller(options: QuotesOptions): (caller: Caller) => Quotes {
  const quotes = createQuotes(options)
  const { rates = defaultRates } = options
  return ({ appFee: app }) =>
    app ? createQuotes({ ...options, rates: { ...rates, app } }) : quotes
}

/** Logs accepted quotes and drops cached balances that they change. */
function watchExecutions(
  executions: Executions,
  { balances, log }: { balances: Balances; log: Log },
): Executions {
  return {
    ...executions,
    async accept(quote, received) {
      const answer = await executions.accept(quote, received)
      const { apiKey, requestId } = received
      log('execution_accepted', { quoteId: quote.id, apiKey, requestId })
      for (const { accountAddress } of getQuoteAccounts(quote)) balances.forget(accountAddress)
      return answer
    },
  }
}

/** Returns the lookup of block explorers: the configured one, or on a devnet the service's own. */
function createExplorerLookup(
  { explorerUrls }: Config,
  devnet: DevnetParts | undefined,
  publicUrl: string,
): (chainId: ChainId) => string | undefined {
  const hasOwn = (devnet?.pages ?? []).some(({ path }) => path.startsWith('/explorer/'))
  return (chainId) =>
    explorerUrls[chainId] ??
    (hasOwn ? `${publicUrl}/explorer/${getChainReference(chainId)}` : undefined)
}

function getRates({ fees }: Config): QuoteRates {
  return {
    appFeeBps: BigInt(fees.appFeeBps),
    solverSpreadBps: BigInt(fees.solverSpreadBps),
    gasMarkupBps: BigInt(fees.gasMarkupBps),
    doubtPercent: BigInt(fees.doubtPercent),
  }
}

/**
 * Adds units to what callers have used in the current second of the database's clock, and returns
 * the new totals. Rows are locked in one order, so that concurrent processes do not deadlock.
 */
export async function addRateCounts(
  database: Database,
  taken: readonly { caller: string; units: number }[],
): Promise<{ atMs: number; totals: { caller: string; units: number }[] }> {
  const rows = await database.query<{ caller: string; units: number; atMs: number }>(
    `with clock as (select clock_timestamp() as at)
     insert into rate_counts as counted (caller, second, units)
     select caller, date_trunc('second', clock.at), units
     from unnest($1::text[], $2::int[]) as taken (caller, units), clock
     order by caller
     on conflict (caller) do update set
       units = case when counted.second >= excluded.second
         then counted.units + excluded.units else excluded.units end,
       second = greatest(counted.second, excluded.second)
     returning caller, units,
       (select (extract(epoch from at) * 1000)::float8 from clock) as "atMs"`,
    [taken.map(({ caller }) => caller), taken.map(({ units }) => units)],
  )
  return {
    atMs: rows[0]?.atMs ?? Date.now(),
    totals: rows.map(({ caller, units }) => ({ caller, units })),
  }
}

/** Deletes the counts of past minutes. */
export async function dropOldRateCounts(database: Database): Promise<void> {
  await database.query(`delete from rate_counts where second < now() - interval '1 minute'`)
}
