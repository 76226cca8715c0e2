import type { Chain } from '#chains/ports/chain.ts'
import { rolesOn } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Plan } from './plans.ts'

/**
 * Makes sure that what a plan deposits can be paid out later. The issuer of a token may have blocked the
 * address that deposits are paid to: then what was delivered for them would go unpaid, and they would
 * go back by the clock.
 *
 * @throws ServiceError NO_ROUTE that names the asset; ChainUnavailable.
 */
export async function checkPayees(
  { kind, draws }: Pick<Plan, 'kind' | 'draws'>,
  { network, chains }: { network: Network; chains: ReadonlyMap<ChainId, Chain> },
): Promise<void> {
  if (kind !== 'deposit') return
  const payments = draws.flatMap(({ asset: { chainId, assetType } }) => {
    const { payee, feeReceiver } = rolesOn(network, chainId)
    return [payee, feeReceiver].map((to) => ({ chainId, assetType, to }))
  })
  await Promise.all(
    payments.map(async ({ chainId, assetType, to }) => {
      const reception = await chains.get(chainId)?.readReception?.(to, [assetType])
      const refusal = reception?.fault ?? reception?.refusals[0]
      if (refusal !== undefined)
        throw new ServiceError(
          'NO_ROUTE',
          `Deposits of ${assetType} cannot be paid out now, so none are taken: ${refusal}`,
        )
    }),
  )
}
