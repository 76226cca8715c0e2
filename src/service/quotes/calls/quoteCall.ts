import type { Account, EvmAccount } from '#protocol/accounts/account.ts'
import { type ChainId, isSameAddress } from '#protocol/ids/caip.ts'
import { isCreatingAccount } from '#protocol/orders/operation.ts'
import type { PreparedTerms } from '#protocol/quotes/preparedTerms.ts'
import {
  type Asset,
  type AssetIndex,
  toAssetKey,
  describeAmount,
  describeTime,
} from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import { isEvmAccount, type QuoteAsset } from '../request/resolveQuoteRequest.ts'
import type { QuoteService } from '../quoteService.ts'
import { checkInventory } from '../routing/delivery.ts'
import type { LegAmounts } from '../routing/terms.ts'
import { maxGasRise } from '../pricing/repricing.ts'
import { buildOperations, getExpiry, type QuoteTerms } from '../build/buildOperations.ts'
import { getWholeGas } from '../build/operationGas.ts'
import { generateQuoteId } from '../build/createQuoteSigner.ts'
import { type QuoteBody, toWireQuote } from '../build/wireQuote.ts'
import { getFeeIn } from './callFee.ts'
import { findNamedSource } from './callSources.ts'
import { fundCallFromSources } from './payForCall.ts'
import type { Amount } from './requirements.ts'

/** Minimum remaining lifetime of a prepared call when it is quoted, seconds. */
const minLifetimeSeconds = 15n
/** The same for calls with deposits: time to decide and for the deposits to be mined. */
const minDepositLifetimeSeconds = 75n

/**
 * Quotes a prepared call: the deposits that pay for what the solver lends, or, without a loan, only
 * the fee that the operation itself pays.
 *
 * @param from - The asset to pay with; by default the one named at preparation, else the best one.
 * @throws ServiceError QUOTE_EXPIRED, CONFLICT, INSUFFICIENT_BALANCE, INSUFFICIENT_LIQUIDITY,
 *   PRICE_UNAVAILABLE, AMOUNT_TOO_LOW, NO_ROUTE, DELEGATION-001 or CHAIN_UNAVAILABLE.
 * Source: wire, "Contract calls".
 */
export async function quoteCall(
  terms: PreparedTerms,
  from: QuoteAsset | undefined,
  service: QuoteService,
): Promise<QuoteBody> {
  const { network, balances, assets, prices } = service
  const call = readCall(terms, assets)
  const book = await prices.read(network.chains.map(({ chainId }) => chainId))
  const now = book.latestTime([terms.targetChain])
  checkLifetime(terms, now)
  await checkHeld(call, { balances, targetChain: terms.targetChain })
  await checkInventory(call.lent, service)
  const context: CallContext = { terms, call, book, target: getTarget(terms, call, assets) }
  return call.lent.length === 0 ? quoteFee(context, service) : quoteDeposits(context, from, service)
}

/** A prepared call with its assets resolved. */
type Call = {
  accounts: readonly Account[]
  account: EvmAccount
  required: readonly Amount[]
  lent: readonly Amount[]
  fee: Amount | undefined
}

/** What is known about a call to quote. */
type CallContext = {
  terms: PreparedTerms
  call: Call
  book: PriceBook
  /** The delivery that the quote shows. */
  target: Amount
}

function readCall(terms: PreparedTerms, assets: AssetIndex): Call {
  const account = terms.accounts
    .filter(isEvmAccount)
    .find(({ accountAddress }) => isSameAddress(accountAddress, terms.account))
  if (!account) throw new Error(`${terms.prepareId} names no account that makes its calls.`)
  const [fee] = terms.fee ? [toAmount(terms.fee, assets)] : []
  return {
    accounts: terms.accounts,
    account,
    required: terms.required.map((one) => toAmount(one, assets)),
    lent: terms.lent.map((one) => toAmount(one, assets)),
    fee,
  }
}

function toAmount(text: PreparedTerms['required'][number], assets: AssetIndex): Amount {
  const asset = assets.find(text.assetType)
  if (!asset) throw new Error(`${text.assetType} was prepared and is no asset any more.`)
  return { asset, amount: BigInt(text.amount) }
}

function checkLifetime({ validUntil, validAfter, lent }: PreparedTerms, now: bigint): void {
  const least = lent.length > 0 ? minDepositLifetimeSeconds : minLifetimeSeconds
  if (BigInt(validUntil) < now + least)
    throw new ServiceError(
      'QUOTE_EXPIRED',
      `The prepared call is valid until ${describeTime(validUntil)} and it is ${describeTime(now)}: prepare it again.`,
    )
  if (BigInt(validAfter) > now + minLifetimeSeconds)
    throw new ServiceError(
      'CONFLICT',
      `The prepared call is valid from ${describeTime(validAfter)} and it is ${describeTime(now)}: quote it then.`,
    )
}

/** Checks that the account still holds what it held when the call was prepared. */
async function checkHeld(
  { account, required, lent, fee }: Call,
  { balances, targetChain }: { balances: Balances; targetChain: ChainId },
): Promise<void> {
  const holdings = await balances.holdings(account.accountAddress, targetChain)
  if (!holdings) throw new ServiceError('CHAIN_UNAVAILABLE', `${targetChain} does not answer.`)
  const assets = new Map(
    [...required, ...(fee ? [fee] : [])].map(({ asset }) => [toAssetKey(asset.assetType), asset]),
  )
  for (const [key, asset] of assets) {
    const needed = toUnits(required, key) + (fee ? toUnits([fee], key) : 0n) - toUnits(lent, key)
    const balance = holdings.balanceOf(asset.assetType) ?? 0n
    if (balance < needed)
      throw new ServiceError(
        'INSUFFICIENT_BALANCE',
        `${describeAmount(needed, asset)} needed for the call, ${describeAmount(balance, asset)} left since it was prepared. Prepare it again.`,
      )
  }
}

function toUnits(amounts: readonly Amount[], key: string): bigint {
  return amounts.find(({ asset }) => toAssetKey(asset.assetType) === key)?.amount ?? 0n
}

/**
 * Without a loan the operation pays its own fee and nothing else needs a signature. The operation
 * is repeated in the quote for clients that sign every operation; a second signature has no effect.
 */
function quoteFee(
  { terms, call, book, target }: CallContext,
  { network, rates }: QuoteService,
): QuoteBody {
  const { account, fee } = call
  if (!fee) throw new Error(`${terms.prepareId} neither borrows nor pays a fee.`)
  checkFee(fee, terms, { book, rates })
  const [first, ...others] = getSpentLegs({ account, moved: target, fee })
  const legs = [first, ...others]
  const { asset, total } = first.allocation
  const side = {
    assetId: asset.assetType,
    symbol: asset.symbol,
    decimals: asset.decimals,
    members: [asset],
  }
  const startsAt = book.latestTime([terms.targetChain])
  const body = toWireQuote(
    {
      id: generateQuoteId(),
      route: {
        kind: 'transfer',
        allocations: legs.map(({ allocation }) => allocation),
        destination: target.asset,
        pool: undefined,
        deliveryGas: 0n,
        signatures: 0,
        costUsd: 0n,
      },
      legs,
      recipient: account.accountAddress,
      minimumAmount: target.amount,
      createsRecipientAccount: false,
      startsAt,
    },
    {
      resolved: {
        accounts: terms.accounts,
        input: { ...side, amount: total },
        output: { ...side, assetId: target.asset.assetType, symbol: target.asset.symbol },
        recipient: account.accountAddress,
        isLike: true,
        slippageBps: 0n,
      },
      book,
      operations: [terms.chainOperation],
      amount: target.amount,
      expiresAt: getExpiry({ legs, startsAt }, network),
    },
  )
  // What is moved bears no fee of its own.
  const assets = { [fee.asset.assetType]: fee.amount.toString() }
  return { ...body, fees: { cumulativeUSD: body.fees?.cumulativeUSD ?? '0', assets } }
}

/**
 * Checks that a fee that was signed when the call was prepared still pays for its gas.
 *
 * @throws ServiceError QUOTE_EXPIRED or PRICE_UNAVAILABLE.
 */
function checkFee(
  { asset, amount }: Amount,
  { chainOperation, callGas, targetChain: chainId }: PreparedTerms,
  pricing: Pick<QuoteService, 'rates'> & { book: PriceBook },
): void {
  const isFirst = isCreatingAccount(chainOperation)
  const gas = getWholeGas({ callGas: BigInt(callGas), isFirst })
  const due = getFeeIn(asset, gas, { chainId, ...pricing })
  if (due === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${asset.symbol} or its gas has no price now.`)
  // A unit more, as fees are rounded down.
  if (due <= maxGasRise * (amount + 1n)) return
  throw new ServiceError(
    'QUOTE_EXPIRED',
    `Gas became dearer since the call was prepared: its fee of ${describeAmount(amount, asset)} would be ${describeAmount(due, asset)} now. Prepare it again.`,
  )
}

/** What the operation moves and its fee, each asset once; what is moved comes first. */
function getSpentLegs(spent: {
  account: EvmAccount
  moved: Amount
  fee: Amount
}): readonly [LegAmounts, ...LegAmounts[]] {
  const { account, moved, fee } = spent
  function toLeg({ asset, amount, feeUnits }: Amount & { feeUnits: bigint }): LegAmounts {
    const total = amount + feeUnits
    const source = { account, asset, available: total, step: 1n, reserve: 0n, isFirst: false }
    return { allocation: { ...source, total }, amount, fee: feeUnits }
  }
  const { asset, amount: feeUnits } = fee
  if (moved.asset === asset) return [toLeg({ ...moved, feeUnits })]
  const ofFee = toLeg({ asset, amount: 0n, feeUnits })
  return moved.amount === 0n ? [ofFee] : [toLeg({ ...moved, feeUnits: 0n }), ofFee]
}

/** The delivery the quote shows: the first required asset, else zero of the operation's asset. */
function getTarget(terms: PreparedTerms, { required }: Call, assets: AssetIndex): Amount {
  const [first] = required
  if (first) return first
  const { assetType } = terms.chainOperation
  const asset: Asset | undefined = assets.find(assetType)
  if (!asset) throw new Error(`${assetType} is no asset of this network.`)
  return { asset, amount: 0n }
}

async function quoteDeposits(
  { terms, call, book, target }: CallContext,
  requested: QuoteAsset | undefined,
  service: QuoteService,
): Promise<QuoteBody> {
  const from = requested ?? findNamedSource(terms.fromAssetId, 'fromAssetId', service)
  const callToPay = { call, from, callGas: BigInt(terms.callGas) }
  const { resolved, route, legs } = await fundCallFromSources(callToPay, book, service)
  const chainIds = [...legs.map(({ allocation }) => allocation.asset.chainId), terms.targetChain]
  const startsAt = book.latestTime(chainIds)
  const quoteTerms: QuoteTerms = {
    id: generateQuoteId(),
    route,
    legs,
    recipient: call.account.accountAddress,
    minimumAmount: target.amount,
    createsRecipientAccount: false,
    startsAt,
    call: {
      prepareId: terms.prepareId,
      account: call.account.accountAddress,
      lent: call.lent.map(({ asset, amount }) => ({ assetType: asset.assetType, amount })),
    },
  }
  const built = await buildOperations(quoteTerms, service)
  return toWireQuote(quoteTerms, {
    resolved,
    book,
    operations: built.map(({ operation }) => operation),
    amount: target.amount,
    expiresAt: getExpiry(quoteTerms, service.network),
  })
}
