import { getRoles } from '#networks/getChain.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import type { Route } from './route.ts'

/**
 * Checks that the deposits of a route can be released: the issuer of a token may have blocked the
 * payee or fee receiver. The solver would then fill without being paid, and the deposits would be
 * refunded after their deadline.
 *
 * @throws ServiceError NO_ROUTE with the asset; ChainUnavailableError.
 */
export async function checkPayees(
  { kind, allocations }: Route,
  { network, chains }: QuoteService,
): Promise<void> {
  if (kind !== 'deposit') return
  const payments = allocations.flatMap(({ asset: { chainId, assetType } }) => {
    const { payee, feeReceiver } = getRoles(network, chainId)
    return [payee, feeReceiver].map((to) => ({ chainId, assetType, to }))
  })
  await Promise.all(
    payments.map(async ({ chainId, assetType, to }) => {
      const account = await chains.get(chainId)?.readRecipientAccount?.(to, [assetType])
      const error = account?.error ?? account?.assetErrors[0]
      if (error !== undefined)
        throw new ServiceError(
          'NO_ROUTE',
          `Deposits of ${assetType} cannot be paid out now, so none are taken: ${error}`,
        )
    }),
  )
}
