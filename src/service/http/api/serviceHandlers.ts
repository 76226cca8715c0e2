import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { CurrencyRates } from '#protocol/service/rates.ts'
import type { Caller } from '../../caller.ts'
import type { Balances } from '../../balances/balances.ts'
import type { Executions } from '../../executions/executions.ts'
import type { CallQuotes } from '../../quotes/calls/callQuotes.ts'
import type { Quotes } from '../../quotes/quotes.ts'
import type { Sessions } from '../../quotes/request/sessions.ts'
import { restoreRequestCasing } from '../../restoreRequestCasing.ts'
import { type DiscoverySource, buildSupportedChains, buildDiscovery } from './discovery.ts'
import type { Handlers } from './handlers.ts'

/** Endpoints that exist on a devnet only. */
export type DevnetHandlers = Pick<Handlers, 'faucet' | 'scenarios' | 'setScenario'>

/** The parts of the service behind the endpoints. */
export type ServiceParts = {
  deployment: DiscoverySource
  balances: Balances
  rates: { read: () => Promise<CurrencyRates> }
  /** Quotes for a caller; refused while the caller's gas is not sponsored. */
  quotesFor: (caller: Caller) => Quotes
  callQuotesFor: (caller: Caller) => CallQuotes
  sessions: Sessions
  executions: Executions
  devnet?: DevnetHandlers
}

/** Binds every endpoint to the part of the service that handles it. */
export function createServiceHandlers(parts: ServiceParts): Handlers {
  const { deployment, balances, rates, sessions, executions, devnet } = parts
  const { quotesFor, callQuotesFor } = parts
  const discovery = buildDiscovery(deployment)
  const chains = buildSupportedChains(deployment.network)
  const assets = toAssetRecords(deployment.network)
  return {
    quote: ({ body, caller }) => quotesFor(caller).quoteV3(body),
    indicativeQuote: ({ body, caller }) => quotesFor(caller).quoteIndicatively(body),
    quoteV1: ({ body, caller }) => quotesFor(caller).quoteV1(body),
    prepareCallQuote: ({ body, caller }) => callQuotesFor(caller).prepare(body),
    prepareCallQuoteV1: ({ body, caller }) => callQuotesFor(caller).prepareV1(body),
    callQuote: ({ body, receivedBody, caller }) => callQuotesFor(caller).quote(body, receivedBody),
    callQuoteV1: ({ body, receivedBody, caller }) =>
      callQuotesFor(caller).quoteV1(body, receivedBody),
    executeQuoteV1: ({ body, receivedBody, caller }) =>
      executions.accept(body, { receivedBody, ...caller }),
    executeQuote: ({ body, receivedBody, caller }) =>
      executions.accept(body, { receivedBody, ...caller }),
    status: ({ query }) => executions.status(query.quoteId),
    history: async ({ query }) => restoreRequestCasing(await executions.history(query), query),
    historyV1: async ({ query }) => restoreRequestCasing(await executions.history(query), query),
    balances: async ({ query, caller }) =>
      restoreRequestCasing(await balances.read(query, caller.visitor ?? caller.apiKey), query),
    balancesV2: async ({ query, caller }) =>
      restoreRequestCasing(await balances.readV2(query, caller.visitor ?? caller.apiKey), query),
    chains: () => chains,
    assets: () => assets,
    rates: () => rates.read(),
    discovery: () => discovery,
    predictAddress: ({ body, caller }) => quotesFor(caller).predictAddress(body),
    revokeSession: ({ body }) => sessions.revoke(body),
    allowSession: ({ body }) => sessions.allow(body),
    ...(devnet && createDevnetHandlers(devnet, balances)),
  }
}

/** The devnet's endpoints; the faucet also drops cached balances of the funded address. */
function createDevnetHandlers(devnet: DevnetHandlers, balances: Balances): Handlers {
  const { faucet } = devnet
  return {
    ...devnet,
    ...(faucet && {
      async faucet(input) {
        const answer = await faucet(input)
        balances.forget(input.body.address)
        return answer
      },
    }),
  }
}
