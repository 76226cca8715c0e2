import { type Account, toAddressKey } from '#protocol/accounts/account.ts'
import { isSameAddress, parseRecipient } from '#protocol/ids/caip.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import { type AnyQuote, getQuoteAccounts } from '#protocol/quotes/quote.ts'
import { findSignatureError } from '../../quotes/request/findSignatureError.ts'
import type { SessionGuard } from '../../quotes/request/sessionGuard.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { SignedSession } from './sessionUse.ts'
import {
  type ExecutionPlan,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'
import { getSignedOperations } from './getSignedOperations.ts'

/**
 * Checks that every operation of a quote is signed by a key of its account that may sign it, and
 * that accounts that need a delegation come with one.
 *
 * @returns Accounts for which a session key signed, each once.
 * @throws ServiceError INVALID_SIGNATURE or DELEGATION-001 with an issue for each field.
 */
export async function checkSignatures(
  quote: AnyQuote,
  options: {
    plan: ExecutionPlan
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
  const checks = getSignedOperations(plan).map(async ({ operation, isCall, path, ...signed }) => {
    const account = getOperationAccount(quote, signed)
    const use = { ...getSessionUse(quote), makesCalls: isCall, targets: terms?.targets, shortBps }
    const error = await findSignatureError(operation, {
      account,
      chain: getSettlement(chains, signed.chainId),
      checkSession: async (held) => {
        const message = await sessionGuard.findError(held, use)
        if (message !== undefined) return message
        const policy = await sessionGuard.getPolicy(held)
        const at = `${path}.userOp.signature`
        sessions.set(toAddressKey(held.accountAddress), { account: held, policy, path: at })
        return undefined
      },
    })
    return error ? [{ ...error, path: `${path}.${error.field}` }] : []
  })
  const errors = (await Promise.all(checks)).flat()
  const [first] = errors
  if (!first) return [...sessions.values()]
  const issues = errors.map(({ path, message }) => ({ path, message }))
  throw new ServiceError(first.code, first.message, { issues })
}

function getSessionUse(quote: AnyQuote) {
  const recipient = parseRecipient(quote.destinationToken.recipientAccount)?.address
  return { accounts: getQuoteAccounts(quote), ...(recipient !== undefined && { recipient }) }
}

/** The account of a quote that an operation belongs to. @throws ServiceError ADDRESS_MISMATCH. */
export function getOperationAccount(quote: AnyQuote, { sender }: Pick<PlanLeg, 'sender'>): Account {
  const account = getQuoteAccounts(quote).find(({ accountAddress }) =>
    isSameAddress(accountAddress, sender),
  )
  if (!account)
    throw new ServiceError('ADDRESS_MISMATCH', `${sender} is none of the quote's accounts.`)
  return account
}
