import { addressKey, type Account } from '#protocol/accounts/account.ts'
import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import { type AnyQuote, quoteAccounts } from '#protocol/quotes/quote.ts'
import type { Plan } from '../plan/plan.ts'

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
export function signedOperations({ legs, destination, arrival }: Plan): readonly SignedOperation[] {
  const calls = destination?.kind === 'call' ? [destination] : []
  const arrivals = arrival ? [arrival] : []
  return [
    ...legs.map(({ operation, chainId, sender, isCall }, index) => {
      const path = isCall ? destinationPath : `originChainsOperations.${index}`
      return { operation, chainId, sender, isCall, path }
    }),
    ...calls.map(({ operation, chainId, account }) => {
      return { operation, chainId, sender: account, isCall: true, path: destinationPath }
    }),
    ...arrivals.map(({ operation, chainId, sender }) => {
      return { operation, chainId, sender, isCall: false, path: destinationPath }
    }),
  ]
}

/**
 * The accounts of a quote that sign an operation of it, in the order asked. An execution is theirs
 * and nobody else's: anyone can name any account in a quote. Source: wire, "Status and history".
 */
export function signersOf(quote: AnyQuote, plan: Plan): readonly Account[] {
  const senders = new Set(signedOperations(plan).map(({ sender }) => addressKey(sender)))
  return quoteAccounts(quote).filter(({ accountAddress }) =>
    senders.has(addressKey(accountAddress)),
  )
}

/** Where a call, or what brings an account to its destination, stands in generation 1. */
const destinationPath = 'destinationChainOperation'
