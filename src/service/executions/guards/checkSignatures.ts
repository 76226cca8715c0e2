import { type Account, addressKey } from '#protocol/accounts/account.ts'
import { isSameAddress, parseRecipient } from '#protocol/ids/caip.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import { type AnyQuote, quoteAccounts } from '#protocol/quotes/quote.ts'
import { findSignatureFault } from '../../quotes/request/findSignatureFault.ts'
import type { SessionGuard } from '../../quotes/request/sessionGuard.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { SignedSession } from './sessionUse.ts'
import { type Plan, type PlanLeg, type SettlementChains, settlementOf } from '../plan/plan.ts'
import { signedOperations } from './signedOperations.ts'

/**
 * Makes sure that everything in a quote is signed by a key of its account that may sign it, and that
 * accounts which have to be delegated will be.
 *
 * @returns Accounts for which a session key signed, each once.
 * @throws ServiceError INVALID_SIGNATURE or DELEGATION-001 that names each field at fault.
 */
export async function checkSignatures(
  quote: AnyQuote,
  options: {
    plan: Plan
    chains: SettlementChains
    sessionGuard: SessionGuard
    /** The terms of a contract call. */
    terms: PreparedTerms | undefined
    /** See `SessionUse`. */
    shortBps: () => Promise<bigint>
  },
): Promise<readonly SignedSession[]> {
  const { plan, chains, sessionGuard, terms, shortBps } = options
  const sessions = new Map<string, SignedSession>()
  const checks = signedOperations(plan).map(async ({ operation, isCall, path, ...signed }) => {
    const account = accountOf(quote, signed)
    const use = { ...useOf(quote), makesCalls: isCall, targets: terms?.targets, shortBps }
    const fault = await findSignatureFault(operation, {
      account,
      chain: settlementOf(chains, signed.chainId),
      checkSession: async (held) => {
        const message = await sessionGuard.findFault(held, use)
        if (message !== undefined) return message
        const policy = await sessionGuard.policyOf(held)
        const at = `${path}.userOp.signature`
        sessions.set(addressKey(held.accountAddress), { account: held, policy, path: at })
        return undefined
      },
    })
    return fault ? [{ ...fault, path: `${path}.${fault.field}` }] : []
  })
  const faults = (await Promise.all(checks)).flat()
  const [first] = faults
  if (!first) return [...sessions.values()]
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
