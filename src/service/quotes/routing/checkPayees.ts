import { getRoles } from '#networks/getChain.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import type { Route } from './route.ts'
import type { LegAmounts } from './terms.ts'

/**
 * Checks that the fees of apps and the deposits of a route can be paid out: the issuer of a token may
 * have blocked the payee or fee receiver. The solver would then fill without being paid, and the
 * deposits would be refunded after their deadline. For an app no account is opened at the service's
 * cost, because its owner could close it again and again (security rule 23).
 *
 * @throws ServiceError NO_ROUTE with the asset; ChainUnavailableError.
 */
export async function checkPayees(
  { route, legs }: { route: Route; legs: readonly LegAmounts[] },
  { network, chains }: QuoteService,
): Promise<void> {
  const payments = legs.flatMap(({ allocation: { asset }, appFee }) => {
    const { payee, feeReceiver } = getRoles(network, asset.chainId)
    const ours = route.kind === 'deposit' ? [payee, feeReceiver] : []
    return [
      ...ours.map((to) => ({ asset, to, appUnits: undefined })),
      ...(appFee ? [{ asset, to: appFee.receiver, appUnits: appFee.units }] : []),
    ]
  })
  await Promise.all(
    payments.map(async ({ asset: { chainId, assetType }, to, appUnits }) => {
      const account = await chains.get(chainId)?.readRecipientAccount?.(to, [assetType])
      const error = account?.error ?? account?.assetErrors[0]
      if (error !== undefined)
        throw new ServiceError(
          'NO_ROUTE',
          `Deposits of ${assetType} cannot be paid out now, so none are taken: ${error}`,
        )
      if (appUnits === undefined) return
      const isCoin = assetType.includes('/slip44:')
      if (account?.isMissing[0] === true || (isCoin && appUnits < (account?.minNative ?? 0n)))
        throw new ServiceError(
          'NO_ROUTE',
          `The fee of this key's app cannot be paid: ${to} has no account for ${assetType} yet.`,
        )
    }),
  )
}
