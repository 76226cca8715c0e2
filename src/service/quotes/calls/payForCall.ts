import type { PriceBook } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import type { QuoteAsset } from '../request/resolveQuoteRequest.ts'
import { gasUse } from '../pricing/rates.ts'
import { rankCallAssets } from './callSources.ts'
import { fundCall, type Funding, type LentCall } from './funding.ts'

/** A call to pay for, and what to pay with. */
export type CallToPay = {
  call: LentCall
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
  { call, from, callGas }: CallToPay,
  book: PriceBook,
  service: QuoteService,
): Promise<Funding> {
  const assets = from ? [from] : await rankCallAssets(call, book, service)
  const deliveryGas = gasUse.grant + gasUse.call + callGas
  const errors: ServiceError[] = []
  for (const asset of assets) {
    try {
      return await fundCall({ call, from: asset, deliveryGas }, book, service)
    } catch (error) {
      if (!(error instanceof ServiceError) || !retryableCodes.has(error.code)) throw error
      errors.push(error)
    }
  }
  const [firstError] = errors
  throw (
    firstError ??
    new ServiceError(
      'INSUFFICIENT_BALANCE',
      'The accounts hold nothing that could pay for what the call needs.',
    )
  )
}
