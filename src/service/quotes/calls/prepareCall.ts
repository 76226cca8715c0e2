import { findEvmChain } from '#networks/getChain.ts'
import { randomBytes } from 'node:crypto'

import { describeRevert } from '#chains/evm/errors/describeRevert.ts'
import { maxCallGas } from '#chains/evm/calls/simulateCalls.ts'
import type { AssetAmount, CallsIntent, PreparedCalls } from '#chains/ports/chain.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import { getTokenContracts } from '#networks/contracts.ts'
import { getAccountKind, type Account, type EvmAccount } from '#protocol/accounts/account.ts'
import { maxAheadSeconds, type PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import type { Balances } from '../../balances/balances.ts'
import type { ChainHoldings } from '../../balances/holdings.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import { isEvmAccount, type QuoteAsset } from '../request/resolveQuoteRequest.ts'
import type { QuoteService } from '../quoteService.ts'
import { checkInventory } from '../routing/delivery.ts'
import { checkOperationGas, getWholeGas } from '../build/operationGas.ts'
import { findFeeAsset } from './callFee.ts'
import { getCallType, readSourceBalances, findNamedSource } from './callSources.ts'
import { checkCalls } from './checkCalls.ts'
import { fundCallFromSources } from './payForCall.ts'
import { type Amount, getRequirements, getShortfall } from './requirements.ts'

/** A prepared call before it is signed. */
export type UnsignedPreparedCall = {
  terms: PreparedTerms
  sourceAssetBalances: Awaited<ReturnType<typeof readSourceBalances>>
}

/** Lifetime of a prepared call without `validUntil`, seconds. */
const defaultLifetimeSeconds = 600n

/**
 * Builds and simulates the operation of a set of calls, with a loan of what the account lacks.
 *
 * @param request - With normalized accounts.
 * @param checkAddresses - Checks that the accounts belong to their keys; may read chains.
 * @throws ServiceError INVALID_REQUEST (also "Invalid call data"), UNSUPPORTED_CHAIN,
 *   UNSUPPORTED_ASSET, DELEGATION-001, INSUFFICIENT_BALANCE, INSUFFICIENT_LIQUIDITY,
 *   PRICE_UNAVAILABLE, AMOUNT_TOO_LOW, NO_ROUTE, SIMULATION_FAILED or CHAIN_UNAVAILABLE.
 * Source: wire, "Contract calls".
 */
export async function prepareCall(
  request: PrepareCallQuoteRequest,
  service: QuoteService,
  checkAddresses: () => Promise<void>,
): Promise<UnsignedPreparedCall> {
  const target = resolveTarget(request, service)
  await checkAddresses()
  const { account, chain, required } = target
  const holdings = await readHoldings(account, chain, service.balances)
  const book = await service.prices.read(service.network.chains.map(({ chainId }) => chainId))
  const startsAt = book.latestTime([chain.chainId])
  const window = getWindow(request, startsAt)
  const missing = getShortfall(required, holdings)
  const { built, sources, lent } = await fundAndBuild(
    { request, target, holdings, book, startsAt, window, lent: missing },
    service,
  )
  const { prepareId, operation, callGas, fee, outflow } = built
  return {
    terms: {
      prepareId,
      accounts: [...request.accounts],
      account: account.accountAddress,
      targetChain: chain.chainId,
      chainOperation: operation,
      callType: sources.callType,
      targets: getTargets(request),
      required: required.map(toTexts),
      lent: lent.map(toTexts),
      fee: fee && toTexts(fee),
      outflow: outflow.map(({ assetType, amount }) => ({ assetType, amount: amount.toString() })),
      callGas: callGas.toString(),
      validAfter: window.validAfter.toString(),
      validUntil: window.validUntil.toString(),
      fromAssetId: request.fromAssetId,
      slippageTolerance: request.slippageTolerance,
    },
    sourceAssetBalances: sources.balances,
  }
}

type Target = {
  account: EvmAccount
  chain: NetworkChain
  required: readonly Amount[]
  /** Token contracts of the network on this chain. */
  tokens: readonly EvmAddress[]
  /** The asset to pay with; undefined to choose the best one. */
  from: QuoteAsset | undefined
}

/** What is known about a request to prepare calls. */
type CallContext = {
  request: PrepareCallQuoteRequest
  target: Target
  holdings: ChainHoldings
  book: PriceBook
  /** Current time of the target chain, Unix seconds. */
  startsAt: bigint
  window: { validAfter: bigint; validUntil: bigint }
  lent: readonly Amount[]
}

/** Resolves the request against the network without reading any chain. */
function resolveTarget(request: PrepareCallQuoteRequest, service: QuoteService): Target {
  const { network, assets } = service
  const chain = findEvmChain(network, request.targetChain)
  if (!chain)
    throw new ServiceError(
      'UNSUPPORTED_CHAIN',
      `${request.targetChain} is not a chain of this network.`,
      { issues: [{ path: 'targetChain', message: 'Not among the supported chains.' }] },
    )
  const account = getCallerAccount(request.accounts)
  const from = findNamedSource(request.fromAssetId, 'fromAssetId', service)
  const required = getRequirements(request, { chain, assets })
  const tokens = getTokenContracts(network, chain.chainId)
  checkCalls({
    account: account.accountAddress,
    chain,
    calls: request.calls,
    allowances: request.allowanceRequirements,
    overrides: request.overrides ?? [],
    tokens,
  })
  return { account, chain, required, tokens, from }
}

/** The first EVM account makes the calls. */
function getCallerAccount(accounts: readonly Account[]): EvmAccount {
  const account = accounts.find(isEvmAccount)
  if (account) return account
  throw new ServiceError('INVALID_REQUEST', 'Calls need an EVM account that makes them.', {
    issues: [{ path: 'accounts', message: 'None of them is an EVM account.' }],
  })
}

async function readHoldings(
  account: EvmAccount,
  chain: NetworkChain,
  balances: Balances,
): Promise<ChainHoldings> {
  const holdings = await balances.holdings(account.accountAddress, chain.chainId)
  if (!holdings) throw new ServiceError('CHAIN_UNAVAILABLE', `${chain.chainId} does not answer.`)
  if (getAccountKind(account) === 'eip7702' && holdings.code === 'other')
    throw new ServiceError(
      'DELEGATION-001',
      `${account.accountAddress} is delegated to another contract on ${chain.name}.`,
    )
  return holdings
}

function getWindow(
  { validAfter, validUntil }: PrepareCallQuoteRequest,
  now: bigint,
): CallContext['window'] {
  const after = BigInt(validAfter ?? '0')
  const usual = (after > now ? after : now) + defaultLifetimeSeconds
  const until = validUntil !== undefined ? BigInt(validUntil) : usual
  checkAhead('validAfter', after, now)
  checkAhead('validUntil', until, now)
  if (until <= now)
    throw new ServiceError('INVALID_REQUEST', `validUntil ${until} has passed: it is ${now}.`, {
      issues: [{ path: 'validUntil', message: 'Lies in the past.' }],
    })
  if (after >= until)
    throw new ServiceError('INVALID_REQUEST', 'validAfter must lie before validUntil.', {
      issues: [{ path: 'validAfter', message: `Not before ${until}.` }],
    })
  return { validAfter: after, validUntil: until }
}

function checkAhead(path: 'validAfter' | 'validUntil', time: bigint, now: bigint): void {
  if (time <= now + BigInt(maxAheadSeconds)) return
  const message = `${time} is more than a year ahead. It is ${now}: use seconds, not milliseconds.`
  throw new ServiceError('INVALID_REQUEST', `${path}: ${message}`, { issues: [{ path, message }] })
}

/**
 * Builds the operation and finds what pays for it. Where the account has all that the calls need but
 * nothing to pay their fee with, a unit is lent, so that deposits from elsewhere bring the fee.
 */
async function fundAndBuild(context: CallContext, service: QuoteService) {
  try {
    return await tryToFund(context, service)
  } catch (error) {
    const [first] = context.target.required
    if (!isShort(error) || context.lent.length > 0 || !first || first.amount === 0n) throw error
    const lent = [{ asset: first.asset, amount: 1n }]
    return tryToFund({ ...context, lent }, service).catch((other: unknown) => {
      throw other instanceof ServiceError ? error : other
    })
  }
}

async function tryToFund(context: CallContext, service: QuoteService) {
  const { lent } = context
  await checkInventory(lent, service)
  const built = await buildCall(context, service)
  return { built, lent, sources: await findSources(context, built.callGas, service) }
}

function isShort(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'INSUFFICIENT_BALANCE'
}

type BuiltCall = CallDetails & TriedCall

/**
 * Deposits carry the fee when there are any; otherwise the operation pays it, which takes a second
 * simulation once the gas is known.
 */
async function buildCall(context: CallContext, service: QuoteService): Promise<BuiltCall> {
  const prepareId = `0x${randomBytes(32).toString('hex')}` as const
  const { lent, holdings, book } = context
  const { required, chain } = context.target
  const feeContext = { required, chain, holdings, book }
  const placeholder = lent.length > 0 ? undefined : findFeeAsset(feeContext, { units: 1n }, service)
  const first = await tryCalls(context, { prepareId, fee: placeholder }, service)
  if (!placeholder) return { prepareId, fee: undefined, ...first }
  const gas = getWholeGas({ callGas: first.callGas, isFirst: isFirst(context) })
  const fee = findFeeAsset(feeContext, { gas }, service)
  const second = await tryCalls(context, { prepareId, fee }, service)
  return { prepareId, fee, ...second }
}

type CallDetails = { prepareId: Hash; fee: Amount | undefined }

type TriedCall = Extract<PreparedCalls, { operation: unknown }>

async function tryCalls(
  context: CallContext,
  details: CallDetails,
  { network, chains, maxOperationGas }: QuoteService,
): Promise<TriedCall> {
  const { chainId } = context.target.chain
  const chain = chains.get(chainId)
  if (!chain?.prepareCalls) throw new Error(`${chainId} makes no contract calls.`)
  const prepared = await chain.prepareCalls(buildIntent(context, details, network))
  if ('operation' in prepared) {
    checkOperationGas(prepared.operation, { chainId, maxOperationGas })
    return prepared
  }
  if ('approvals' in prepared) {
    const given = prepared.approvals.map(({ token, spender }) => `${token} to ${spender}`)
    throw new ServiceError('INVALID_REQUEST', 'Invalid call data', {
      issues: [
        {
          path: 'calls',
          message: `They would leave rights over tokens: ${given.join(', ')}. List them in allowanceRequirements.`,
        },
      ],
    })
  }
  if ('tooLong' in prepared) {
    const { bytes, maxBytes } = prepared.tooLong
    const message = `With approvals and what frames each call they have ${bytes} bytes; a transaction has room for ${maxBytes}. Split them.`
    throw new ServiceError('INVALID_REQUEST', 'Invalid call data', {
      issues: [{ path: 'calls', message }],
    })
  }
  if ('tooExpensive' in prepared)
    throw new ServiceError(
      'SIMULATION_FAILED',
      prepared.tooExpensive === 'calls'
        ? `The calls would take more than ${maxCallGas} gas: split them.`
        : 'The called contracts take too much gas to tell what rights the calls would leave.',
    )
  throw new ServiceError(
    'SIMULATION_FAILED',
    `The calls would revert now: ${describeRevert(prepared.revertData)}.`,
    { revertData: prepared.revertData },
  )
}

function buildIntent(
  context: CallContext,
  { prepareId, fee }: CallDetails,
  { roles }: Network,
): CallsIntent {
  const { request, window, lent, startsAt } = context
  const { account, required, chain, tokens } = context.target
  const [named] = required
  return {
    prepareId,
    account,
    isFirst: isFirst(context),
    ...window,
    triedAt: window.validAfter > startsAt ? window.validAfter : undefined,
    lent: lent.map(toAssetAmount),
    solver: roles.solver,
    allowances: request.allowanceRequirements.map(({ amount, ...rest }) => ({
      ...rest,
      amount: BigInt(amount),
    })),
    calls: request.calls.map(({ value, ...call }) => ({ ...call, value: BigInt(value) })),
    tokens,
    fee: fee && { ...toAssetAmount(fee), receiver: roles.feeReceiver },
    names: named ? toAssetAmount(named) : { assetType: chain.nativeAsset, amount: 0n },
    overrides: request.overrides ?? [],
  }
}

/** Finds what pays for the call; throws already here when nothing does. */
async function findSources(context: CallContext, callGas: bigint, service: QuoteService) {
  const { request, lent, book } = context
  const { account, required, chain, from } = context.target
  const { accounts } = request
  const { balances } = service
  if (lent.length === 0) {
    const assets = required.map(({ asset }) => asset)
    return {
      callType: 'same_chain_exclude_solver' as const,
      balances: await readSourceBalances(assets, { accounts, balances, book }),
    }
  }
  const call = { accounts, account, required, lent }
  const funding = await fundCallFromSources({ call, from, callGas }, book, service)
  const assets = funding.resolved.input.members
  return {
    callType: getCallType(funding, { lent, targetChain: chain.chainId }),
    balances: await readSourceBalances(assets, { accounts, balances, book }),
  }
}

/** Contracts the account interacts with: call targets and approved spenders. */
function getTargets({ calls, allowanceRequirements }: PrepareCallQuoteRequest): EvmAddress[] {
  return [...calls.map(({ to }) => to), ...allowanceRequirements.map(({ spender }) => spender)]
}

function isFirst({ holdings }: CallContext): boolean {
  return holdings.code === 'none'
}

function toAssetAmount({ asset, amount }: Amount): AssetAmount {
  return { assetType: asset.assetType, amount }
}

function toTexts({ asset, amount }: Amount) {
  return { assetType: asset.assetType, amount: amount.toString() }
}
