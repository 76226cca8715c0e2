import { type AccountAddress, EvmAddress } from '#protocol/caip.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/operation.ts'
import { type AnyQuote, quoteAccounts } from '#protocol/quote.ts'
import type { CallQuotes } from '../quotes/calls/callQuotes.ts'
import type { Quotes } from '../quotes/quotes.ts'
import type { Storage } from '../storage/database.ts'
import { checkSponsorship, type SponsorLimits } from './checkSponsorship.ts'

type Parts = { storage: Storage; limits: SponsorLimits }

/**
 * The same quotes, refused while they could not be executed: when the gas of their accounts, or
 * anybody's, is not sponsored until tomorrow.
 *
 * Source: security rule 4; ours, that nobody signs for nothing.
 */
export function sponsoredQuotes(quotes: Quotes, parts: Parts): Quotes {
  return {
    ...quotes,
    quoteV3: async (request) => sponsored(await quotes.quoteV3(request), parts),
    quoteV1: async (request) => sponsored(await quotes.quoteV1(request), parts),
  }
}

/** Like {@link sponsoredQuotes}, for contract calls. */
export function sponsoredCalls(calls: CallQuotes, parts: Parts): CallQuotes {
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
    quote: async (...request) => sponsored(await calls.quote(...request), parts),
    quoteV1: async (...request) => sponsored(await calls.quoteV1(...request), parts),
  }
}

async function sponsored<Asked extends AnyQuote>(quote: Asked, parts: Parts): Promise<Asked> {
  const { originChainsOperations } = quote
  if (originChainsOperations.length > 0) await check(originChainsOperations, parts)
  // A call that nothing is deposited for is executed for its own account.
  else
    await checkAccounts(
      quoteAccounts(quote).map(({ accountAddress }) => accountAddress),
      parts,
    )
  return quote
}

async function check(operations: readonly ChainOperation[], parts: Parts): Promise<void> {
  await checkAccounts(operations.flatMap(sendersOf), parts)
}

/** Whose value moves: on Solana all who sign but the fee payer, who is the service. */
function sendersOf(operation: ChainOperation): readonly AccountAddress[] {
  if (isEvmOperation(operation)) return [EvmAddress.parse(operation.userOp.sender)]
  const { instructions, feePayer } = operation
  return instructions
    .flatMap(({ keys }) => keys)
    .filter(({ isSigner, pubkey }) => isSigner && pubkey !== feePayer)
    .map(({ pubkey }) => pubkey)
}

async function checkAccounts(
  accounts: readonly AccountAddress[],
  { storage, limits }: Parts,
): Promise<void> {
  await checkSponsorship(storage, { accounts, limits })
}
