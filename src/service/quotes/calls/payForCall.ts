import type { Account, EvmAccount } from '#protocol/accounts/account.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteAsset } from '../request/resolveQuoteRequest.ts'
import { gasUse, type QuoteRates } from '../pricing/rates.ts'
import { type CallSourceOptions, resolveCallAssets } from './callSources.ts'
import { fundCall, type Funding } from './funding.ts'
import type { Amount } from './requirements.ts'

/** A call with lent tokens, and the accounts that pay for them. */
export type CallToPay = {
  /** Accounts that may pay, each on the chains of its ecosystem. */
  accounts: readonly Account[]
  /** Makes the calls. */
  account: EvmAccount
  required: readonly Amount[]
  /** Not empty. */
  lent: readonly Amount[]
  /** The asset to pay with; undefined to choose the best one. */
  from: QuoteAsset | undefined
  /** Gas of the calls. */
  callGas: bigint
}

/** Errors of one asset that another asset may avoid. */
const retryableCodes = new Set([
  'INSUFFICIENT_BALANCE',
  'AMOUNT_TOO_LOW',
  'PRICE_UNAVAILABLE',
  'NO_ROUTE',
])

/**
 * Pays for what is lent to a call with the first asset that suffices. Used when a call is prepared,
 * so that nobody signs a call that cannot be paid for, and again when it is quoted.
 *
 * @throws ServiceError the first asset's error: INSUFFICIENT_BALANCE, AMOUNT_TOO_LOW,
 *   PRICE_UNAVAILABLE or NO_ROUTE; DELEGATION-001 or CHAIN_UNAVAILABLE.
 * Source: wire, "Contract calls".
 */
export async function fundCallFromSources(
  call: CallToPay,
  context: CallSourceOptions & { rates: QuoteRates },
): Promise<Funding> {
  const { balances, book, rates } = context
  const sides = await resolveCallAssets(call, context)
  const deliveryGas = gasUse.grant + gasUse.call + call.callGas
  const reasons: ServiceError[] = []
  for (const from of sides) {
    try {
      return await fundCall({ ...call, from, deliveryGas }, { balances, book, rates })
    } catch (error) {
      if (!(error instanceof ServiceError) || !retryableCodes.has(error.code)) throw error
      reasons.push(error)
    }
  }
  const [reason] = reasons
  throw (
    reason ??
    new ServiceError(
      'INSUFFICIENT_BALANCE',
      'The accounts hold nothing that could pay for what the call needs.',
    )
  )
}
