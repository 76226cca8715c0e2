import { assetRecords } from '#networks/assetRecords.ts'
import type { Asker } from '../../asker.ts'
import type { Balances } from '../../balances/balances.ts'
import type { Executions } from '../../executions/executions.ts'
import type { CallQuotes } from '../../quotes/calls/callQuotes.ts'
import type { Quotes } from '../../quotes/quotes.ts'
import type { Sessions } from '../../quotes/request/sessions.ts'
import { repeatSpelling } from '../../repeatSpelling.ts'
import { type Deployment, chainsAnswer, discoveryAnswer } from './discovery.ts'
import type { Handlers } from './handlers.ts'

/** Endpoints that only a devnet has. */
export type DevnetHandlers = Pick<Handlers, 'faucet' | 'scenarios' | 'setScenario'>

/** The parts of the service that answer requests. */
export type ServiceParts = {
  deployment: Deployment
  balances: Balances
  /** Quotes, refused to whoever asks while their gas is not sponsored. */
  quotesFor: (asker: Asker) => Quotes
  callQuotesFor: (asker: Asker) => CallQuotes
  sessions: Sessions
  executions: Executions
  devnet?: DevnetHandlers
}

/** Ties every endpoint to the part that answers it: the whole way from route to service. */
export function serviceHandlers(parts: ServiceParts): Handlers {
  const { deployment, balances, quotesFor, callQuotesFor, sessions, executions, devnet } = parts
  const discovery = discoveryAnswer(deployment)
  const chains = chainsAnswer(deployment.network)
  const assets = assetRecords(deployment.network)
  return {
    quote: ({ body, asker }) => quotesFor(asker).quoteV3(body),
    quoteV1: ({ body, asker }) => quotesFor(asker).quoteV1(body),
    prepareCallQuote: ({ body, asker }) => callQuotesFor(asker).prepare(body),
    prepareCallQuoteV1: ({ body, asker }) => callQuotesFor(asker).prepareV1(body),
    callQuote: ({ body, receivedBody, asker }) => callQuotesFor(asker).quote(body, receivedBody),
    callQuoteV1: ({ body, receivedBody, asker }) =>
      callQuotesFor(asker).quoteV1(body, receivedBody),
    executeQuoteV1: ({ body, receivedBody, asker }) =>
      executions.accept(body, { receivedBody, ...asker }),
    executeQuote: ({ body, receivedBody, asker }) =>
      executions.accept(body, { receivedBody, ...asker }),
    status: ({ query }) => executions.status(query.quoteId),
    history: async ({ query }) => repeatSpelling(await executions.history(query), query),
    historyV1: async ({ query }) => repeatSpelling(await executions.history(query), query),
    balances: async ({ query }) => repeatSpelling(await balances.read(query), query),
    balancesV2: async ({ query }) => repeatSpelling(await balances.readV2(query), query),
    chains: () => chains,
    assets: () => assets,
    discovery: () => discovery,
    predictAddress: ({ body, asker }) => quotesFor(asker).predictAddress(body),
    revokeSession: ({ body }) => sessions.revoke(body),
    allowSession: ({ body }) => sessions.allow(body),
    ...(devnet && devnetHandlers(devnet, balances)),
  }
}

/** The devnet's own endpoints; a balance that the faucet changed is not answered from memory. */
function devnetHandlers(devnet: DevnetHandlers, balances: Balances): Handlers {
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
