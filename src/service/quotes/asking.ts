import type { Network } from '#networks/network.ts'
import type { Account, EvmAccount } from '#protocol/account.ts'
import {
  type AccountAddress,
  type AssetId,
  type ChainId,
  checksumAddress,
  EvmAddress,
  isAssetType,
  parseRecipient,
} from '#protocol/caip.ts'
import type { QuoteRequest } from '#protocol/quote.ts'
import type { Asset, AssetIndex } from '../assetIndex.ts'
import { ServiceError } from '../ServiceError.ts'

/** A quote request, resolved: what is asked for in the network's own terms. */
export type Asking = {
  accounts: readonly Account[]
  /** The accounts value may be drawn from. */
  evmAccounts: readonly EvmAccount[]
  from: Side & { /** In the smallest unit of `decimals`. */ amount: bigint }
  to: Side
  recipient: AccountAddress
  /** Undefined: the service chooses among the chains of `to.members`. */
  destinationChain: ChainId | undefined
  /** The two sides are of one aggregate. */
  isLike: boolean
  slippageBps: bigint
}

/** An asset asked for, by aggregate or one by one. */
export type Side = {
  /** The aggregate's id, or `<prefix>:single`. */
  aggregatedAssetId: string
  decimals: number
  members: readonly Asset[]
}

/** Default slippage in basis points. Source: decisions, "Quotes". */
const defaultSlippageBps = { like: 50n, unlike: 100n }

/**
 * Resolves a request without asking a chain.
 *
 * @throws ServiceError UNSUPPORTED_ASSET, UNSUPPORTED_CHAIN, RECIPIENT_MISMATCH or INVALID_REQUEST.
 */
export function resolveRequest(
  request: QuoteRequest,
  options: { network: Network; assets: AssetIndex },
): Asking {
  const { accounts, asset, amount } = request.from
  const from = resolveSide(asset.assetId, { ...options, path: 'from.asset.assetId' })
  const asked = resolveSide(request.to.asset.assetId, { ...options, path: 'to.asset.assetId' })
  const evmAccounts = accounts.filter(isEvmAccount)
  const destination = resolveDestination(request, { ...options, asked, evmAccounts })
  const to = {
    ...asked,
    members: asked.members.filter(
      ({ chainId }) => destination.chainId === undefined || chainId === destination.chainId,
    ),
  }
  if (to.members.length === 0)
    throw new ServiceError(
      'UNSUPPORTED_ASSET',
      `${request.to.asset.assetId} is not on ${destination.chainId}.`,
      { issues: [{ path: 'to.asset.assetId', message: `Not on ${destination.chainId}.` }] },
    )
  const isLike = from.members[0]?.aggregate === asked.members[0]?.aggregate
  return {
    accounts,
    evmAccounts,
    from: { ...from, amount: BigInt(amount) },
    to,
    recipient: destination.recipient,
    destinationChain: destination.chainId,
    isLike,
    slippageBps: slippageOf(request, isLike),
  }
}

function slippageOf({ slippageTolerance }: QuoteRequest, isLike: boolean): bigint {
  if (slippageTolerance !== undefined) return BigInt(slippageTolerance)
  return isLike ? defaultSlippageBps.like : defaultSlippageBps.unlike
}

/**
 * Finds what an asset id stands for: an aggregate's members, or one asset.
 *
 * @param options.path - Where the id stands in the request.
 * @throws ServiceError UNSUPPORTED_ASSET.
 */
export function resolveSide(
  assetId: AssetId,
  { network, assets, path }: { network: Network; assets: AssetIndex; path: string },
): Side {
  if (isAssetType(assetId)) {
    const asset = assets.find(assetId)
    if (!asset) throw unsupported(assetId, path)
    const prefix = network.aggregates[0]?.aggregatedAssetId.split(':')[0] ?? ''
    return { aggregatedAssetId: `${prefix}:single`, decimals: asset.decimals, members: [asset] }
  }
  const members = assets.membersOf(assetId)
  const aggregate = members?.[0]?.aggregate
  if (!members || !aggregate) throw unsupported(assetId, path)
  return { aggregatedAssetId: assetId, decimals: aggregate.decimals, members }
}

/** Where the value goes: the account named, else the first own account of the ecosystem. */
function resolveDestination(
  request: QuoteRequest,
  options: { network: Network; asked: Side; evmAccounts: readonly EvmAccount[] },
): { recipient: AccountAddress; chainId: ChainId | undefined } {
  const { network, asked, evmAccounts } = options
  const specific = isAssetType(request.to.asset.assetId) ? asked.members[0]?.chainId : undefined
  if (request.to.account === undefined) {
    const [own] = evmAccounts
    if (!own)
      throw new ServiceError(
        'RECIPIENT_MISMATCH',
        'None of the accounts can receive on an EVM chain; name a recipient in to.account.',
        { issues: [{ path: 'to.account', message: 'Needed here.' }] },
      )
    return { recipient: own.accountAddress, chainId: specific }
  }
  const named = parseRecipient(request.to.account)
  if (!named) throw new ServiceError('INVALID_REQUEST', `${request.to.account} is no recipient.`)
  if (!network.chains.some(({ chainId }) => chainId === named.chainId))
    throw new ServiceError(
      'UNSUPPORTED_CHAIN',
      `${named.chainId} is not a chain of this network.`,
      {
        issues: [{ path: 'to.account', message: 'Its chain is not supported.' }],
      },
    )
  if (specific !== undefined && specific !== named.chainId)
    throw new ServiceError(
      'RECIPIENT_MISMATCH',
      `The recipient is on ${named.chainId}, the asset on ${specific}.`,
      { issues: [{ path: 'to.account', message: `Expected an account on ${specific}.` }] },
    )
  if (/^0x0{40}$/.test(named.address))
    throw new ServiceError('INVALID_REQUEST', 'The recipient is the zero address.', {
      issues: [{ path: 'to.account', message: 'What is sent there is lost.' }],
    })
  const evm = EvmAddress.safeParse(named.address)
  return {
    recipient: evm.success ? checksumAddress(evm.data) : named.address,
    chainId: named.chainId,
  }
}

/** Whether an account lives on EVM chains. */
export function isEvmAccount(account: Account): account is EvmAccount {
  return 'sessionAddress' in account || 'signerAddress' in account
}

function unsupported(assetId: AssetId, path: string): ServiceError {
  return new ServiceError('UNSUPPORTED_ASSET', `${assetId} is not an asset of this network.`, {
    issues: [{ path, message: 'GET /api/assets/list names the assets.' }],
  })
}
