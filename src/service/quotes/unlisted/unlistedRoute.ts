import { type AssetType, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { describeAmount } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Balances } from '../../balances/balances.ts'
import { type FundingSource, findFundingSources } from '../funding/fundingSources.ts'
import type { QuoteService } from '../quoteService.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import { countSignatures } from '../routing/planRoutes.ts'
import type { Route } from '../routing/route.ts'
import { getPathBetween } from '../routing/routePath.ts'
import { isUnlisted, type UnlistedAsset, type WidenedNetwork } from './unlistedAsset.ts'
import { buildRouteError } from './unlistedRequest.ts'

/** What the choice of a route needs. */
type RouteContext = WidenedNetwork & {
  resolved: ResolvedQuoteRequest
  unlisted: UnlistedAsset
}

/**
 * Plans the swap of one balance through the pool of the token. It arrives at the account that pays, so
 * that whoever holds such a token has asked for it.
 *
 * @throws ServiceError INSUFFICIENT_BALANCE, NO_ROUTE, CHAIN_UNAVAILABLE or DELEGATION-001.
 */
export async function planUnlistedRoute(
  context: RouteContext,
  service: Pick<QuoteService, 'balances' | 'chains'>,
): Promise<Route> {
  const { resolved, unlisted, assets, network } = context
  const balances = withUnlistedBalance(unlisted, service)
  const found = await findFundingSources(resolved, { balances, assets })
  const [unread] = found.unavailableChains
  if (unread !== undefined)
    throw new ServiceError('CHAIN_UNAVAILABLE', `${unread} does not answer.`)
  const [foreign] = found.foreignDelegations
  const routes = found.sources
    .filter((source) => canPay(source, context))
    .flatMap((source) =>
      resolved.output.members.flatMap((destination): Route[] => {
        const sides = [source.asset.assetType, destination.assetType] as const
        const { kind, pool } = getPathBetween(network, sides)
        if (kind !== 'swap' || pool.unlisted === undefined) return []
        const allocation = { ...source, total: resolved.input.amount }
        const signatures = countSignatures(allocation)
        const allocations = [allocation]
        return [{ kind, pool, allocations, destination, deliveryGas: 0n, signatures, costUsd: 0n }]
      }),
    )
  const [best] = routes.toSorted((a, b) => a.signatures - b.signatures)
  if (best) return best
  if (foreign)
    throw new ServiceError(
      'DELEGATION-001',
      `${foreign.account.accountAddress} is delegated to another contract on ${foreign.chainId}.`,
    )
  throw explainNoRoute(found.sources, context)
}

/**
 * The native coin pays for none: the router holds it while the token's code runs, which could take it
 * and let an allowance of the wrapped coin pay once more.
 */
function canPay({ account, asset, available }: FundingSource, { resolved }: RouteContext): boolean {
  const isOwn = isSameAddress(account.accountAddress, resolved.recipient)
  return isOwn && available >= resolved.input.amount && !isCoin(asset)
}

function isCoin({ assetType }: { assetType: AssetType }): boolean {
  return splitAssetType(assetType).namespace === 'slip44'
}

function explainNoRoute(sources: readonly FundingSource[], context: RouteContext): ServiceError {
  const { resolved, unlisted } = context
  const { input } = resolved
  const largest = sources.reduce((max, { available }) => (available > max ? available : max), 0n)
  if (sources.some((source) => canPay(source, context)))
    return buildRouteError(
      `Its pool trades it against ${unlisted.pairedWith.symbol}, not against the other asset asked for.`,
    )
  if (resolved.input.members.every(isCoin))
    return buildRouteError('The native coin does not pay for it; its wrapped token may.')
  if (largest >= input.amount)
    return buildRouteError('It can arrive at the account that pays only.')
  return new ServiceError(
    'INSUFFICIENT_BALANCE',
    `${describeAmount(input.amount, input)} needed in one balance on the token's chain, ${describeAmount(largest, input)} available.`,
  )
}

/** Balances that know the token too; lists of the network's assets do not have it. */
function withUnlistedBalance(
  unlisted: UnlistedAsset,
  { balances, chains }: Pick<QuoteService, 'balances' | 'chains'>,
): Balances {
  const { assetType, chainId } = unlisted
  return {
    ...balances,
    async holdings(account, on) {
      const chain = chains.get(chainId)
      const [listed, own] = await Promise.all([
        balances.holdings(account, on),
        on === chainId ? chain?.readHoldings(account, [assetType]) : undefined,
      ])
      if (!listed || !own) return listed
      return {
        ...listed,
        balanceOf: (type) =>
          isUnlisted(unlisted, { assetType: type }) ? own.balances[0] : listed.balanceOf(type),
      }
    },
  }
}
