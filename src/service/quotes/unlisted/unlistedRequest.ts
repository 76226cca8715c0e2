import { findEvmChain } from '#networks/getChain.ts'
import type { Account } from '#protocol/accounts/account.ts'
import {
  type AssetId,
  type AssetType,
  type ChainId,
  isAssetType,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { isExactOutput, type QuoteRequest } from '#protocol/quotes/quote.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import { type ResolvedQuoteRequest, resolveQuoteRequest } from '../request/resolveQuoteRequest.ts'
import type { WidenedNetwork } from './unlistedAsset.ts'

/**
 * Finds the one asset of a request that no list names, where the client says that it knows what that
 * means; undefined leaves the request to everything else, which refuses such assets.
 *
 * @throws ServiceError NO_ROUTE for what such tokens cannot be traded by.
 */
export function findUnlistedAsset(
  request: QuoteRequest,
  { network, assets }: Pick<QuoteService, 'network' | 'assets'>,
): AssetType | undefined {
  if (request.acceptsUnlisted !== true) return undefined
  const [from, to] = [request.from.asset.assetId, request.to.asset.assetId]
  const [first, second] = [from, to].filter(isUnlistedToken)
  if (first === undefined) return undefined
  if (second !== undefined) throw buildRouteError('Neither asset is on a list; one has to be.')
  if (isExactOutput(request))
    throw buildRouteError(
      'A pool promises no output to the unit: name what is paid, in from.amount.',
    )
  const { chainId } = splitAssetType(first)
  if (first === to && !findEvmChain(network, chainId)?.contracts.outputGuard)
    throw buildRouteError(
      `None can be bought on ${chainId}: this deployment has no OutputGuard there, which measures what arrives.`,
    )
  return first

  function isUnlistedToken(assetId: AssetId): assetId is AssetType {
    if (!isAssetType(assetId) || assets.find(assetId)) return false
    const { namespace, chainId } = splitAssetType(assetId)
    return namespace === 'erc20' && findEvmChain(network, chainId) !== undefined
  }
}

/**
 * Resolves a request in its widened network, with both assets on the token's chain.
 *
 * @throws ServiceError like {@link resolveQuoteRequest}; NO_ROUTE when the other asset is not there.
 */
export function resolveUnlistedRequest(
  request: QuoteRequest,
  {
    accounts,
    chainId,
    ...wide
  }: WidenedNetwork & { accounts: readonly Account[]; chainId: ChainId },
): ResolvedQuoteRequest {
  const { chains } = request.from
  const known = wide.network.chains.map((chain) => chain.chainId)
  if (chains?.every((one) => known.includes(one) && one !== chainId))
    throw buildRouteError(`${chainId} is left out of the chains that may be drawn from.`)
  const resolved = resolveQuoteRequest(request, { ...wide, accounts })
  const [input, output] = [resolved.input, resolved.output].map(({ members }) =>
    members.filter((asset) => asset.chainId === chainId),
  )
  if (!input?.length || !output?.length)
    throw buildRouteError(`It is traded on ${chainId} only: the other asset has to be there too.`)
  return {
    ...resolved,
    input: { ...resolved.input, members: input },
    output: { ...resolved.output, members: output },
  }
}

/** Error for what tokens on no list cannot be traded by. @param sentence - Why. */
export function buildRouteError(sentence: string): ServiceError {
  return new ServiceError('NO_ROUTE', `A token that no list names is asked for. ${sentence}`)
}
