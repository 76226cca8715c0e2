import { toAddressKey, type Account } from '#protocol/accounts/account.ts'
import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import { type AnyQuote, getQuoteAccounts } from '#protocol/quotes/quote.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'

/** An operation that an account signs. */
export type SignedOperation = {
  operation: ChainOperation
  chainId: ChainId
  /** The account it is an operation of. */
  sender: AccountAddress
  /** Whether it contains calls of its owner's own. */
  isCall: boolean
  /** Its path in the quote. */
  path: string
}

/** The operations that accounts sign: on the origin chains, a call, the destination deployment. */
export function getSignedOperations({
  legs,
  destination,
  destinationDeployment,
}: ExecutionPlan): readonly SignedOperation[] {
  const calls = destination?.kind === 'call' ? [destination] : []
  const deployments = destinationDeployment ? [destinationDeployment] : []
  return [
    ...legs.map(({ operation, chainId, sender, isCall }, index) => {
      const path = isCall ? destinationPath : `originChainsOperations.${index}`
      return { operation, chainId, sender, isCall, path }
    }),
    ...calls.map(({ operation, chainId, account }) => {
      return { operation, chainId, sender: account, isCall: true, path: destinationPath }
    }),
    ...deployments.map(({ operation, chainId, sender }) => {
      return { operation, chainId, sender, isCall: false, path: destinationPath }
    }),
  ]
}

/**
 * The accounts of a quote that sign one of its operations, in the quote's order. The execution
 * belongs to them alone, since anyone can name any account in a quote. Source: wire, "Status and
 * history".
 */
export function getSigners(quote: AnyQuote, plan: ExecutionPlan): readonly Account[] {
  const senders = new Set(getSignedOperations(plan).map(({ sender }) => toAddressKey(sender)))
  return getQuoteAccounts(quote).filter(({ accountAddress }) =>
    senders.has(toAddressKey(accountAddress)),
  )
}

/** The path of a call, or of a destination deployment, in a generation 1 quote. */
const destinationPath = 'destinationChainOperation'
