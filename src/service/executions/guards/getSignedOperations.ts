import { toAddressKey, type Account } from '#protocol/accounts/account.ts'
import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import { type AnyQuote, getQuoteAccounts } from '#protocol/quotes/quote.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'

/** An operation that an account signs. */
export type SignedOperation = {
  operation: ChainOperation
  chainId: ChainId
  /** Whose operation it is. */
  sender: AccountAddress
  /** Its owner's own calls are in it. */
  isCall: boolean
  /** Where it stands in the quote. */
  path: string
}

/** Everything that accounts sign in a quote: deposits, a call, the arrival at the destination. */
export function getSignedOperations({
  legs,
  destination,
  destinationDeployment,
}: ExecutionPlan): readonly SignedOperation[] {
  const calls = destination?.kind === 'call' ? [destination] : []
  const recipientStates = destinationDeployment ? [destinationDeployment] : []
  return [
    ...legs.map(({ operation, chainId, sender, isCall }, index) => {
      const path = isCall ? destinationPath : `originChainsOperations.${index}`
      return { operation, chainId, sender, isCall, path }
    }),
    ...calls.map(({ operation, chainId, account }) => {
      return { operation, chainId, sender: account, isCall: true, path: destinationPath }
    }),
    ...recipientStates.map(({ operation, chainId, sender }) => {
      return { operation, chainId, sender, isCall: false, path: destinationPath }
    }),
  ]
}

/**
 * The accounts of a quote that sign an operation of it, in the order asked. An execution is theirs
 * and nobody else's: anyone can name any account in a quote. Source: wire, "Status and history".
 */
export function getSigners(quote: AnyQuote, plan: ExecutionPlan): readonly Account[] {
  const senders = new Set(getSignedOperations(plan).map(({ sender }) => toAddressKey(sender)))
  return getQuoteAccounts(quote).filter(({ accountAddress }) =>
    senders.has(toAddressKey(accountAddress)),
  )
}

/** Where a call, or what brings an account to its destination, stands in generation 1. */
const destinationPath = 'destinationChainOperation'
