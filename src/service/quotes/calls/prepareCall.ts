import { findEvmChain } from '#networks/getChain.ts'
import { randomBytes } from 'node:crypto'

import { classifyError } from '#chains/evm/errors/classifyError.ts'
import { describeRevert } from '#chains/evm/errors/describeRevert.ts'
import { maxCallGas } from '#chains/evm/calls/simulateCalls.ts'
import type { AssetAmount, CallsIntent, Chain } from '#chains/ports/chain.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import { getTokenContracts } from '#networks/getTokenContracts.ts'
import { getAccountKind, type Account, type EvmAccount } from '#protocol/accounts/account.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import type { AssetIndex } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import type { ChainHoldings } from '../../balances/holdings.ts'
import type { PriceBook, Prices } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import { isEvmAccount, type QuoteAsset } from '../request/resolveQuoteRequest.ts'
import { checkInventory, type Reserved } from '../routing/delivery.ts'
import { checkOperationGas } from '../build/operationGas.ts'
import { gasUse, type QuoteRates } from '../pricing/rates.ts'
import { findFeeAsset } from './callFee.ts'
import { getCallType, readSourceBalances, findNamedSource } from './callSources.ts'
import { checkCalls } from './checkCalls.ts'
import { fundCallFromSources } from './payForCall.ts'
import { type Amount, getRequirements, getShortfall } from './requirements.ts'

/** What preparing a call needs. */
export type PrepareCallContext = {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  assets: AssetIndex
  balances: Balances
  prices: Prices
  rates: QuoteRates
  reserved: Reserved
  /** Most gas of one operation; the default unless given. */
  maxOperationGas?: bigint | undefined
}

/** A prepared call before its seal. */
export type CallDraft = {
  terms: PreparedTerms
  sourceAssetBalances: Awaited<ReturnType<typeof readSourceBalances>>
}

/** Seconds that a prepared call lives when its request does not say. */
const defaultLifetimeSeconds = 600n

/**
 * Builds the operation of a set of calls, lending what the account lacks, and tries it out.
 *
 * @param request - Its accounts spelled as answers spell them.
 * @param context.checkAddresses - Whether the accounts are those of their keys: a chain may be asked.
 * @throws ServiceError INVALID_REQUEST (also "Invalid call data"), UNSUPPORTED_CHAIN,
 *   UNSUPPORTED_ASSET, DELEGATION-001, INSUFFICIENT_BALANCE, INSUFFICIENT_LIQUIDITY,
 *   PRICE_UNAVAILABLE, AMOUNT_TOO_LOW, NO_ROUTE, SIMULATION_FAILED or CHAIN_UNAVAILABLE.
 * Source: wire, "Contract calls".
 */
export async function prepareCall(
  request: PrepareCallQuoteRequest,
  context: PrepareCallContext & { checkAddresses: () => Promise<void> },
): Promise<CallDraft> {
  const target = resolveTarget(request, context)
  await context.checkAddresses()
  const { account, chain, required } = target
  const holdings = await readHoldings(account, { chain, balances: context.balances })
  const book = await context.prices.read(context.network.chains.map(({ chainId }) => chainId))
  const startsAt = book.latestTime([chain.chainId])
  const window = getWindow(request, startsAt)
  const lent = getShortfall(required, holdings)
  const situation = { ...target, request, holdings, book, startsAt, window, lent }
  await checkInventory(lent, context)
  const prepared = await buildCall(situation, context)
  const sources = await findSources(situation, { ...context, ...prepared })
  const { prepareId, operation, callGas, fee } = prepared
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
      ...(fee && { fee: toTexts(fee) }),
      callGas: callGas.toString(),
      validAfter: window.validAfter.toString(),
      validUntil: window.validUntil.toString(),
      ...(request.fromAssetId !== undefined && { fromAssetId: request.fromAssetId }),
      ...(request.slippageTolerance !== undefined && {
        slippageTolerance: request.slippageTolerance,
      }),
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
  /** What to draw from; undefined: the best of what the accounts hold. */
  from: QuoteAsset | undefined
}

type PrepareSituation = Target & {
  request: PrepareCallQuoteRequest
  holdings: ChainHoldings
  book: PriceBook
  /** The target chain's time now, Unix seconds. */
  startsAt: bigint
  window: { validAfter: bigint; validUntil: bigint }
  lent: readonly Amount[]
}

/** What is asked for, in the network's own terms; no chain is asked. */
function resolveTarget(
  request: PrepareCallQuoteRequest,
  { network, assets }: PrepareCallContext,
): Target {
  const chain = findEvmChain(network, request.targetChain)
  if (!chain)
    throw new ServiceError(
      'UNSUPPORTED_CHAIN',
      `${request.targetChain} is not a chain of this network.`,
      { issues: [{ path: 'targetChain', message: 'Not among the supported chains.' }] },
    )
  const account = getCallerAccount(request.accounts)
  const from = findNamedSource(request.fromAssetId, { network, assets, path: 'fromAssetId' })
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
  { chain, balances }: { chain: NetworkChain; balances: Balances },
): Promise<ChainHoldings> {
  const holdings = await balances.holdings(account.accountAddress, chain.chainId)
  if (!holdings) throw new ServiceError('CHAIN_UNAVAILABLE', `${chain.chainId} does not answer.`)
  if (getAccountKind(account) === 'eip7702' && holdings.code === 'other')
    throw new ServiceError(
      'DELEGATION-001',
      `${account.accountAddress} is delegated to another contract on ${chain.chainId}.`,
    )
  return holdings
}

/** The latest time that the guard on chain knows, Unix seconds. */
const lastUint48 = 2n ** 48n - 1n

function getWindow(
  { validAfter, validUntil }: PrepareCallQuoteRequest,
  now: bigint,
): PrepareSituation['window'] {
  const after = BigInt(validAfter ?? '0')
  const usual = (after > now ? after : now) + defaultLifetimeSeconds
  const until =
    validUntil !== undefined ? BigInt(validUntil) : usual > lastUint48 ? lastUint48 : usual
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

type BuiltCall = {
  prepareId: Hash
  operation: EvmChainOperation
  callGas: bigint
  fee: Amount | undefined
}

/** With deposits the fee is theirs; without, the operation pays it once the gas is known. */
async function buildCall(
  situation: PrepareSituation,
  context: PrepareCallContext,
): Promise<BuiltCall> {
  const prepareId = `0x${randomBytes(32).toString('hex')}` as const
  const { lent } = situation
  const pretended = lent.length > 0 ? undefined : findFeeAsset(situation, { ...context, units: 1n })
  const first = await tryCalls(situation, { ...context, prepareId, fee: pretended })
  if (!pretended) return { prepareId, ...first, fee: undefined }
  const gas = gasUse.call + first.callGas + (isFirst(situation) ? gasUse.firstOperation : 0n)
  const fee = findFeeAsset(situation, { ...context, gas })
  const second = await tryCalls(situation, { ...context, prepareId, fee })
  return { prepareId, ...second, fee }
}

async function tryCalls(
  situation: PrepareSituation,
  options: PrepareCallContext & { prepareId: Hash; fee: Amount | undefined },
): Promise<{ operation: EvmChainOperation; callGas: bigint }> {
  const { chain } = situation
  const adapter = options.chains.get(chain.chainId)
  if (!adapter?.prepareCalls) throw new Error(`${chain.chainId} makes no contract calls.`)
  const prepared = await adapter.prepareCalls(buildIntent(situation, options))
  if ('operation' in prepared) {
    checkOperationGas(prepared.operation, { ...options, chainId: chain.chainId })
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
  if ('tooExpensive' in prepared)
    throw new ServiceError(
      'SIMULATION_FAILED',
      prepared.tooExpensive === 'calls'
        ? `The calls would take more than ${maxCallGas} gas: split them.`
        : 'The called contracts take too much gas to tell what rights the calls would leave.',
    )
  const reason = classifyError(prepared.revertData, 'operation')
  throw new ServiceError(
    'SIMULATION_FAILED',
    `The calls would revert now: ${reason}, ${describeRevert(prepared.revertData)}.`,
    { revertData: prepared.revertData },
  )
}

function buildIntent(
  situation: PrepareSituation,
  { network, prepareId, fee }: PrepareCallContext & { prepareId: Hash; fee: Amount | undefined },
): CallsIntent {
  const { request, account, window, lent, required, chain } = situation
  const [named] = required
  return {
    prepareId,
    account,
    isFirst: isFirst(situation),
    ...window,
    triedAt: window.validAfter > situation.startsAt ? window.validAfter : undefined,
    lent: lent.map(toAssetAmount),
    solver: network.roles.solver,
    allowances: request.allowanceRequirements.map(({ amount, ...rest }) => ({
      ...rest,
      amount: BigInt(amount),
    })),
    calls: request.calls.map(({ value, ...call }) => ({ ...call, value: BigInt(value) })),
    tokens: situation.tokens,
    fee: fee && { ...toAssetAmount(fee), receiver: network.roles.feeReceiver },
    names: named ? toAssetAmount(named) : { assetType: chain.nativeAsset, amount: 0n },
    overrides: request.overrides ?? [],
  }
}

/** What pays for the call; refused here already where nothing does. */
async function findSources(
  situation: PrepareSituation,
  { callGas, ...context }: PrepareCallContext & { callGas: bigint },
) {
  const { lent, required, book, chain } = situation
  const { accounts } = situation.request
  const options = { ...context, book, accounts, lent, targetChain: chain.chainId }
  if (lent.length === 0) {
    const balances = await readSourceBalances(
      required.map(({ asset }) => asset),
      options,
    )
    return { callType: 'same_chain_exclude_solver' as const, balances }
  }
  const funding = await fundCallFromSources({ ...situation, accounts, callGas }, options)
  return {
    callType: getCallType(funding, options),
    balances: await readSourceBalances(funding.resolved.input.members, options),
  }
}

/** Whom the account deals with: where its calls go, and whom it approves. */
function getTargets({ calls, allowanceRequirements }: PrepareCallQuoteRequest): EvmAddress[] {
  return [...calls.map(({ to }) => to), ...allowanceRequirements.map(({ spender }) => spender)]
}

function isFirst({ holdings }: PrepareSituation): boolean {
  return holdings.code === 'none'
}

function toAssetAmount({ asset, amount }: Amount): AssetAmount {
  return { assetType: asset.assetType, amount }
}

function toTexts({ asset, amount }: Amount) {
  return { assetType: asset.assetType, amount: amount.toString() }
}
