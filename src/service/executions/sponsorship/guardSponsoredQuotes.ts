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
  /** Who requests the quote. */
  caller: Caller
}

/**
 * Wraps quotes so that they are refused while they could not be executed: when gas is not sponsored
 * until tomorrow for their accounts, for the caller, or for anybody.
 *
 * Source: security rule 4; ours, that nobody signs what cannot be executed.
 */
export function guardSponsoredQuotes(quotes: Quotes, context: SponsorContext): Quotes {
  return {
    ...quotes,
    quoteV3: async (request) => checkAndQuote(await quotes.quoteV3(request), context),
    quoteV1: async (request) => checkAndQuote(await quotes.quoteV1(request), context),
  }
}

/** Like {@link guardSponsoredQuotes}, for contract calls. */
export function guardSponsoredCalls(calls: CallQuotes, context: SponsorContext): CallQuotes {
  return {
    async prepare(request) {
      const prepared = await calls.prepare(request, context.caller)
      await check([prepared.chainOperation], context)
      return prepared
    },
    async prepareV1(request) {
      const prepared = await calls.prepareV1(request, context.caller)
      await check([prepared.chainOperation], context)
      return prepared
    },
    async quote(request, receivedBody) {
      const quote = await calls.quote(request, receivedBody, context.caller)
      await check([request.chainOperation, ...quote.originChainsOperations], context)
      return quote
    },
    async quoteV1(request, receivedBody) {
      const quote = await calls.quoteV1(request, receivedBody, context.caller)
      await check([request.chainOperation, ...quote.originChainsOperations], context)
      return quote
    },
  }
}

async function checkAndQuote<Asked extends AnyQuote>(
  quote: Asked,
  context: SponsorContext,
): Promise<Asked> {
  await check(quote.originChainsOperations, context)
  return quote
}

async function check(
  operations: readonly ChainOperation[],
  { storage, limits, caller }: SponsorContext,
): Promise<void> {
  await checkSponsorship(storage, { accounts: operations.flatMap(getSenders), caller, limits })
}

/** The accounts whose value moves; on Solana all signers except the fee payer, which is ours. */
function getSenders(operation: ChainOperation): readonly AccountAddress[] {
  if (isEvmOperation(operation)) return [EvmAddress.parse(operation.userOp.sender)]
  const { instructions, feePayer } = operation
  return instructions
    .flatMap(({ keys }) => keys)
    .filter(({ isSigner, pubkey }) => isSigner && pubkey !== feePayer)
    .map(({ pubkey }) => pubkey)
}
