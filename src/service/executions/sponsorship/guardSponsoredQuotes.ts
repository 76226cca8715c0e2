import { type AccountAddress, EvmAddress } from '#protocol/ids/caip.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import type { Caller } from '../../caller.ts'
import type { CallQuotes } from '../../quotes/calls/callQuotes.ts'
import type { Quotes } from '../../quotes/quotes.ts'
import type { Storage } from '../../storage/database.ts'
import { checkSponsorship, type SponsorLimits } from './checkSponsorship.ts'

type SponsorContext = {
  storage: Storage
  limits: SponsorLimits
  /** Who asks. */
  caller: Caller
}

/**
 * The same quotes, refused while they could not be executed: when the gas of their accounts, of
 * who asks, or anybody's, is not sponsored until tomorrow.
 *
 * Source: security rule 4; ours, that nobody signs for nothing.
 */
export function guardSponsoredQuotes(quotes: Quotes, parts: SponsorContext): Quotes {
  return {
    ...quotes,
    quoteV3: async (request) => checkAndQuote(await quotes.quoteV3(request), parts),
    quoteV1: async (request) => checkAndQuote(await quotes.quoteV1(request), parts),
  }
}

/** Like {@link guardSponsoredQuotes}, for contract calls. */
export function guardSponsoredCalls(calls: CallQuotes, parts: SponsorContext): CallQuotes {
  return {
    async prepare(request) {
      const prepared = await calls.prepare(request)
      await check([prepared.chainOperation], parts)
      return prepared
    },
    async prepareV1(request) {
      const prepared = await calls.prepareV1(request)
      await check([prepared.chainOperation], parts)
      return prepared
    },
    async quote(request, receivedBody) {
      const quote = await calls.quote(request, receivedBody)
      await check([request.chainOperation, ...quote.originChainsOperations], parts)
      return quote
    },
    async quoteV1(request, receivedBody) {
      const quote = await calls.quoteV1(request, receivedBody)
      await check([request.chainOperation, ...quote.originChainsOperations], parts)
      return quote
    },
  }
}

async function checkAndQuote<Asked extends AnyQuote>(
  quote: Asked,
  parts: SponsorContext,
): Promise<Asked> {
  await check(quote.originChainsOperations, parts)
  return quote
}

/** Refuses when the gas of those who sign these operations is not sponsored. */
async function check(
  operations: readonly ChainOperation[],
  { storage, limits, caller }: SponsorContext,
): Promise<void> {
  await checkSponsorship(storage, { accounts: operations.flatMap(getSenders), caller, limits })
}

/** Whose value moves: on Solana all who sign but the fee payer, who is the service. */
function getSenders(operation: ChainOperation): readonly AccountAddress[] {
  if (isEvmOperation(operation)) return [EvmAddress.parse(operation.userOp.sender)]
  const { instructions, feePayer } = operation
  return instructions
    .flatMap(({ keys }) => keys)
    .filter(({ isSigner, pubkey }) => isSigner && pubkey !== feePayer)
    .map(({ pubkey }) => pubkey)
}
