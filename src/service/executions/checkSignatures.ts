import { type Account, addressKey, type RoleBasedAccount } from '#protocol/account.ts'
import { isSameAddress, parseRecipient } from '#protocol/caip.ts'
import { type AnyQuote, quoteAccounts } from '#protocol/quote.ts'
import { isNarrowed, sessionFault } from '../quotes/checkSession.ts'
import { findSignatureFault } from '../quotes/findSignatureFault.ts'
import { ServiceError } from '../ServiceError.ts'
import type { Storage } from '../storage/database.ts'
import { type Plan, type PlanLeg, type SettlementChains, settlementOf } from './plan.ts'
import { signedOperations } from './signedOperations.ts'

/**
 * Makes sure that everything in a quote is signed by a key of its account that may sign it, and that
 * accounts which have to be delegated will be.
 *
 * @returns Accounts for which a session key signed that may not pay others.
 * @throws ServiceError INVALID_SIGNATURE or DELEGATION-001 that names each field at fault.
 */
export async function checkSignatures(
  quote: AnyQuote,
  options: {
    plan: Plan
    chains: SettlementChains
    storage: Storage
    /** See `SessionUse`. */
    shortBps: () => Promise<bigint>
  },
): Promise<readonly RoleBasedAccount[]> {
  const { plan, chains, storage, shortBps } = options
  const narrowed = new Map<string, RoleBasedAccount>()
  const checks = signedOperations(plan).map(async ({ operation, isCall, path, ...signed }) => {
    const account = accountOf(quote, signed)
    const use = { ...useOf(quote), makesCalls: isCall, shortBps }
    const fault = await findSignatureFault(operation, {
      account,
      chain: settlementOf(chains, signed.chainId),
      checkSession: async (held) => {
        if (await isNarrowed(storage, held)) narrowed.set(addressKey(held.accountAddress), held)
        return sessionFault(storage, { account: held, use })
      },
    })
    return fault ? [{ ...fault, path: `${path}.${fault.field}` }] : []
  })
  const faults = (await Promise.all(checks)).flat()
  const [first] = faults
  if (!first) return [...narrowed.values()]
  const issues = faults.map(({ path, message }) => ({ path, message }))
  throw new ServiceError(first.code, first.message, { issues })
}

function useOf(quote: AnyQuote) {
  const recipient = parseRecipient(quote.destinationToken.recipientAccount)?.address
  return { accounts: quoteAccounts(quote), ...(recipient !== undefined && { recipient }) }
}

/** The account of a quote that an operation belongs to. @throws ServiceError ADDRESS_MISMATCH. */
export function accountOf(quote: AnyQuote, { sender }: Pick<PlanLeg, 'sender'>): Account {
  const account = quoteAccounts(quote).find(({ accountAddress }) =>
    isSameAddress(accountAddress, sender),
  )
  if (!account)
    throw new ServiceError('ADDRESS_MISMATCH', `${sender} is none of the quote's accounts.`)
  return account
}
