import { isWallet, programs } from '#chains/solana/program/addresses.ts'
import { getRoles } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { type Account, getAccountKind, type EvmAccount } from '#protocol/accounts/account.ts'
import {
  type AccountAddress,
  type AssetId,
  type ChainId,
  checksumAddress,
  EvmAddress,
  isAddressOn,
  isAssetType,
  isSameAddress,
  parseRecipient,
} from '#protocol/ids/caip.ts'
import { isNobodys } from '#protocol/ids/pastedAddress.ts'
import { isExactOutput, type QuoteRequest } from '#protocol/quotes/quote.ts'
import { getOwnContracts } from '#networks/contracts.ts'
import type { Asset, AssetIndex } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'

/** A quote request resolved against the network's assets. */
export type ResolvedQuoteRequest = {
  /** Accounts that may pay, each on the chains of its ecosystem. */
  accounts: readonly Account[]
  /** `amount`: in the smallest unit of `decimals`; 0 until `planExactOutput` has found it. */
  input: QuoteAsset & { amount: bigint }
  /** `exactAmount`: delivered to the unit if given, in the smallest unit of `decimals`. */
  output: QuoteAsset & { exactAmount?: bigint }
  /** Of the ecosystem of all `output.members`; the service chooses among their chains. */
  recipient: AccountAddress
  /** Whether both assets belong to one aggregate. */
  isLike: boolean
  slippageBps: bigint
  /** Whether the request names the tolerance: only then may a like asset be delivered short. */
  isSlippageGiven?: boolean
}

/** A requested asset: an aggregate or one specific asset. */
export type QuoteAsset = {
  /** As it was asked for: the aggregate, or one asset. */
  assetId: AssetId
  /** Its ticker, for a person. */
  symbol: string
  decimals: number
  members: readonly Asset[]
}

/** Default slippage in basis points. Source: wire, "Quotes". */
const defaultSlippageBps = { like: 50n, unlike: 100n }

/**
 * Resolves a request without reading any chain.
 *
 * @throws ServiceError UNSUPPORTED_ASSET, UNSUPPORTED_CHAIN, RECIPIENT_MISMATCH or INVALID_REQUEST.
 */
export function resolveQuoteRequest(
  request: QuoteRequest,
  options: {
    network: Network
    assets: AssetIndex
    /** Accounts of the request in the spelling of answers. */
    accounts: readonly Account[]
  },
): ResolvedQuoteRequest {
  const { network, assets, accounts } = options
  const { amount = '0' } = request.from
  checkSigners(accounts)
  const input = resolveSource(request.from, { network, assets })
  const toAssetId = request.to.asset.assetId
  const output = resolveAsset(toAssetId, { assets, path: 'to.asset.assetId' })
  const { recipient, members } = resolveDestination(request, output, network)
  const isLike = input.members[0]?.aggregate === output.members[0]?.aggregate
  return {
    accounts,
    input: { ...input, amount: BigInt(amount) },
    output: {
      ...output,
      members,
      ...(isExactOutput(request) && { exactAmount: BigInt(request.to.amount) }),
    },
    recipient,
    isLike,
    slippageBps: getSlippage(request, isLike),
    isSlippageGiven: request.slippageTolerance !== undefined,
  }
}

function getSlippage({ slippageTolerance }: QuoteRequest, isLike: boolean): bigint {
  return slippageTolerance === undefined ? getDefaultSlippageBps(isLike) : BigInt(slippageTolerance)
}

/** Slippage tolerance of a request that names none, basis points. */
export function getDefaultSlippageBps(isLike: boolean): bigint {
  return isLike ? defaultSlippageBps.like : defaultSlippageBps.unlike
}

/**
 * Resolves an asset id to the members of an aggregate or one asset.
 *
 * @param options.path - Path of the id within the request.
 * @throws ServiceError UNSUPPORTED_ASSET.
 */
export function resolveAsset(
  assetId: AssetId,
  { assets, path }: { assets: AssetIndex; path: string },
): QuoteAsset {
  if (isAssetType(assetId)) {
    const asset = assets.find(assetId)
    if (!asset) throw buildUnsupportedAssetError(assetId, path)
    return { assetId, symbol: asset.symbol, decimals: asset.decimals, members: [asset] }
  }
  const members = assets.getMembers(assetId)
  const aggregate = members?.[0]?.aggregate
  if (!members || !aggregate) throw buildUnsupportedAssetError(assetId, path)
  const { symbol, decimals } = aggregate
  return { assetId, symbol, decimals, members }
}

/**
 * Resolves what is paid with, on the chains that may be drawn from.
 *
 * @throws ServiceError UNSUPPORTED_ASSET, or UNSUPPORTED_CHAIN where none of the chains has it.
 * Source: wire, "Source chains".
 */
export function resolveSource(
  { asset, chains }: { asset: { assetId: AssetId }; chains?: readonly ChainId[] | undefined },
  known: { network: Network; assets: AssetIndex },
): QuoteAsset {
  const { assets, network } = known
  const source = resolveAsset(asset.assetId, { assets, path: 'from.asset.assetId' })
  if (chains === undefined) return source
  const unknown = chains.findIndex(
    (chainId) => !network.chains.some((chain) => chain.chainId === chainId),
  )
  if (unknown >= 0)
    throw new ServiceError(
      'UNSUPPORTED_CHAIN',
      `${chains[unknown]} is not a chain of this network.`,
      { issues: [{ path: `from.chains.${unknown}`, message: 'Not supported.' }] },
    )
  const members = source.members.filter(({ chainId }) => chains.includes(chainId))
  if (members.length > 0) return { ...source, members }
  throw new ServiceError(
    'UNSUPPORTED_CHAIN',
    `${asset.assetId} is on none of the chains that may be drawn from.`,
    { issues: [{ path: 'from.chains', message: `Name a chain that has ${asset.assetId}.` }] },
  )
}

/** The recipient and the assets it can be paid in. */
type Destination = { recipient: AccountAddress; members: readonly Asset[] }

/**
 * Resolves the named recipient; by default the first own account of an ecosystem with the asset.
 *
 * @throws ServiceError UNSUPPORTED_ASSET, UNSUPPORTED_CHAIN, RECIPIENT_MISMATCH or INVALID_REQUEST.
 */
function resolveDestination(
  request: QuoteRequest,
  output: QuoteAsset,
  network: Network,
): Destination {
  const { account, asset } = request.to
  if (account !== undefined)
    return resolveNamedDestination({ account, assetId: asset.assetId }, output, network)
  const { members } = output
  const own = request.from.accounts.find(({ accountAddress }) =>
    members.some(({ chainId }) => isAddressOn(accountAddress, chainId)),
  )
  if (!own)
    throw new ServiceError(
      'RECIPIENT_MISMATCH',
      `None of the accounts is on a chain that has ${asset.assetId}; name a recipient in to.account.`,
      { issues: [{ path: 'to.account', message: 'Needed here.' }] },
    )
  const recipient = own.accountAddress
  return { recipient, members: members.filter((one) => isAddressOn(recipient, one.chainId)) }
}

function resolveNamedDestination(
  { account, assetId }: { account: string; assetId: AssetId },
  output: QuoteAsset,
  network: Network,
): Destination {
  const specific = isAssetType(assetId) ? output.members[0]?.chainId : undefined
  const named = parseRecipient(account)
  if (!named) throw new ServiceError('INVALID_REQUEST', `${account} is no recipient.`)
  const { chainId } = named
  if (!network.chains.some((chain) => chain.chainId === chainId))
    throw new ServiceError('UNSUPPORTED_CHAIN', `${chainId} is not a chain of this network.`, {
      issues: [{ path: 'to.account', message: 'Its chain is not supported.' }],
    })
  if (specific !== undefined && specific !== chainId)
    throw new ServiceError(
      'RECIPIENT_MISMATCH',
      `The recipient is on ${chainId}, the asset on ${specific}.`,
      { issues: [{ path: 'to.account', message: `Expected an account on ${specific}.` }] },
    )
  const members = output.members.filter((one) => one.chainId === chainId)
  if (members.length === 0)
    throw new ServiceError('UNSUPPORTED_ASSET', `${assetId} is not on ${chainId}.`, {
      issues: [{ path: 'to.asset.assetId', message: `Not on ${chainId}.` }],
    })
  const recipient = checkRecipient(named.address)
  // A fill is verified by the recipient's balance increase, which is zero when the solver pays
  // itself.
  if (isSameAddress(recipient, getRoles(network, chainId).solver))
    throw buildRecipientError(
      `${recipient} is what deliveries are paid from: it cannot receive them.`,
    )
  const own = findOwnContractName(recipient, network)
  if (own !== undefined)
    throw buildRecipientError(
      `${recipient} is a contract of this network (${own}): what is sent there is lost.`,
    )
  return { recipient, members }
}

/**
 * Returns the recipient with checksum. @throws ServiceError when funds sent there would be lost.
 */
function checkRecipient(address: AccountAddress): AccountAddress {
  const evm = EvmAddress.safeParse(address)
  if (!evm.success) {
    checkWallet(address)
    return address
  }
  if (isNobodys(address))
    throw buildRecipientError(`${address} belongs to nobody: what is sent there is lost.`)
  return checksumAddress(evm.data)
}

/** No key can sign for a Solana address off the curve. */
function checkSigners(accounts: readonly Account[]): void {
  for (const [index, account] of accounts.entries()) {
    if (getAccountKind(account) !== 'solana' || isWallet(account.accountAddress)) continue
    const message = `${account.accountAddress} is no wallet: no key signs for it.`
    const path = `from.accounts.${index}.accountAddress`
    throw new ServiceError('INVALID_REQUEST', message, { issues: [{ path, message }] })
  }
}

/** Error for a recipient that cannot be paid. @param message - A sentence. */
export function buildRecipientError(message: string): ServiceError {
  return new ServiceError('INVALID_REQUEST', message, { issues: [{ path: 'to.account', message }] })
}

function checkWallet(address: AccountAddress): void {
  if (!isWallet(address))
    throw buildRecipientError(`${address} is no wallet: no key signs for what is sent there.`)
}

/** Whether an account is of the EVM ecosystem. */
export function isEvmAccount(account: Account): account is EvmAccount {
  return 'sessionAddress' in account || 'signerAddress' in account
}

function buildUnsupportedAssetError(assetId: AssetId, path: string): ServiceError {
  return new ServiceError('UNSUPPORTED_ASSET', `${assetId} is not an asset of this network.`, {
    issues: [{ path, message: 'GET /api/assets/list names the assets.' }],
  })
}

/**
 * Finds the network's contract, pool, token or program at an address, where funds would be lost.
 *
 * @returns Its display name; undefined for any other address.
 */
function findOwnContractName(address: AccountAddress, network: Network): string | undefined {
  const named = [...getOwnContracts(network), ...Object.entries(programs)]
  return named.find(([, own]) => isSameAddress(own, address))?.[0]
}
