import { expect } from 'vitest'

import { type CallFact, decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import { readOperation } from '#chains/solana/codec/readOperation.ts'
import { getChain, getEscrow } from '#networks/getChain.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { rescale } from '#protocol/ids/amount.ts'
import { getOperationNonce } from '#protocol/orders/approval.ts'
import { type AssetType, type ChainId, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import {
  type ChainOperation,
  type EvmChainOperation,
  isEvmOperation,
  type SolanaChainOperation,
} from '#protocol/orders/operation.ts'
import type { Leg } from '#protocol/orders/order.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { nativeMint } from '#protocol/orders/solanaOrder.ts'
import { formatUsdParts } from '#service/prices/usd.ts'
import { getAsset, getPrice, testNetwork, type TestWorld } from './world.ts'

/** Wide enough that no asset loses digits. */
const wide = 36
const nativeToken = `0x${'0'.repeat(40)}`

/** Minimum a Solana wallet keeps unless it is emptied, in lamports. */
const keptLamports = 890_880n

/** Returns an operation's deposit as a leg. */
export function findDeposit(
  operation: ChainOperation,
): (Leg & { fillId: string; fillHash: string }) | undefined {
  if (!isEvmOperation(operation)) return findSolanaDeposit(operation)
  const fact = getFacts(operation).find(({ kind }) => kind === 'deposit')
  return fact?.kind === 'deposit'
    ? { ...fact.order, chainId: getChainId(operation), escrow: fact.escrow }
    : undefined
}

function findSolanaDeposit(operation: SolanaChainOperation) {
  const { chainId } = splitAssetType(operation.assetType)
  const { action } = read(operation)
  const escrow = getEscrow(getChain(testNetwork, chainId))
  return action.kind === 'deposit' ? { ...action.order, chainId, escrow } : undefined
}

/** Decodes a Solana operation from the bytes that its user signs. */
function read(operation: SolanaChainOperation) {
  const chain = getChain(testNetwork, splitAssetType(operation.assetType).chainId)
  if (chain.kind === 'evm') throw new Error(`${chain.chainId} is no Solana chain.`)
  const found = readOperation(operation, { ...chain, executor: chain.roles.executor })
  if ('error' in found) throw new Error(`No operation of ours: ${found.error}.`)
  return found
}

/** Returns the account that pays an operation. */
export function getSender(operation: ChainOperation): string {
  return isEvmOperation(operation) ? operation.userOp.sender : read(operation).user
}

/**
 * Checks every amount of a quote against its call data and the world's prices, to the smallest
 * unit: spent amounts, fees, dollars, slippage.
 */
export function expectAccounting(quote: Quote, world: TestWorld): void {
  const flows = quote.originChainsOperations.map((operation, index) => {
    const flow = isEvmOperation(operation)
      ? getFlow(operation, { quote, index })
      : getSolanaFlow(operation)
    const isOwn = quote.accounts.some(({ accountAddress }) =>
      isSameAddress(accountAddress, flow.account),
    )
    expect(isOwn).toBe(true)
    return flow
  })
  const spent = sumBy(flows.map(({ assetType, amount, fee }) => [assetType, amount + fee]))
  const fees = sumBy(flows.map(({ assetType, fee }) => [assetType, fee]))
  expectBalances(flows, world)

  const { originToken } = quote
  expect(Object.entries(quote.fees?.assets ?? {})).toEqual(
    [...fees].map(([id, units]) => [id, `${units}`]),
  )
  expect(originToken.assetType).toEqual([...spent.keys()])
  expect(originToken.fiatValue.map(({ assetType, amount }) => [assetType, amount])).toEqual(
    [...spent].map(([assetType, units]) => [assetType, `${units}`]),
  )
  const worths = originToken.fiatValue.map(({ assetType }) =>
    getWorth(spent.get(assetType) ?? 0n, { assetType, world }),
  )
  expect(originToken.fiatValue.map(({ fiatValue }) => fiatValue)).toEqual(formatUsdParts(worths))
  expect([...spent].reduce((sum, [assetType, units]) => sum + widen(assetType, units), 0n)).toBe(
    widenFrom(quote),
  )
  expectSums(quote, { world, fees })
}

/** Checks the dollars and the slippage, without call data. @param fees - In smallest units. */
export function expectSums(
  quote: Quote,
  { world, fees }: { world: TestWorld; fees: ReadonlyMap<string, bigint> },
): void {
  const { destinationToken, slippage } = quote
  const { assetType } = destinationToken
  const [amount, minimum] = [
    BigInt(destinationToken.amount),
    BigInt(destinationToken.minimumAmount),
  ]
  const feeUsd = [...fees].map(([id, units]) => getWorth(units, { assetType: id, world }))
  expectDollars(
    quote.fees?.cumulativeUSD,
    feeUsd.reduce((sum, usd) => sum + usd, 0n),
  )
  expectDollars(destinationToken.fiatValue, getWorth(amount, { assetType, world }))
  expectDollars(destinationToken.minimumFiatValue, getWorth(minimum, { assetType, world }))
  expect(destinationToken.decimals).toBe(getAsset(assetType).decimals)
  expect(slippage?.origin).toEqual({ percent: '0', usd: '0.00', value: '0' })
  expect(slippage?.destination.value).toBe(`${amount - minimum}`)
  expectDollars(slippage?.destination.usd, getWorth(amount - minimum, { assetType, world }))
  const percent = Number(slippage?.destination.percent)
  const slipped = (amount * BigInt(Math.round((100 - percent) * 100)) + 9_999n) / 10_000n
  expect(minimum).toBe(slipped)
}

/** Converts amounts at the feeds' cross rate (one to one when alike), rounded up. */
export function convert(
  amounts: readonly (readonly [string, bigint])[],
  { to, world }: { to: string; world: TestWorld },
): bigint {
  const { aggregate, decimals } = getAsset(to)
  const isLike = amounts.every(([id]) => getAsset(id).aggregate === aggregate)
  const value = amounts.reduce(
    (sum, [id, units]) => sum + widen(id, units) * (isLike ? 1n : getPrice(world, id)),
    0n,
  )
  const unit = (isLike ? 1n : getPrice(world, to)) * 10n ** BigInt(wide - decimals)
  return (value + unit - 1n) / unit
}

/** What an operation spends: `amount` moves on, `fee` is charged. */
export type Flow = { account: string; assetType: AssetType; amount: bigint; fee: bigint }

function getFlow(
  operation: EvmChainOperation,
  { quote, index }: { quote: Quote; index: number },
): Flow {
  const { userOp, typedDataToSign, assetType } = operation
  const chainId = getChainId(operation)
  expect(typedDataToSign.domain.verifyingContract).toBe(userOp.sender)
  expect(userOp.nonce).toBe(getOperationNonce(quote.id, { chainId, index }).toString())
  // Tokens that an operation wraps, unwraps or swaps may be forwarded to the recipient.
  const facts = getFacts(operation).filter(
    (fact) => fact.kind !== 'transfer' || isSameAddress(fact.token, getToken(assetType)),
  )
  expect(facts[0]).toMatchObject({ kind: 'guard', validAfter: 0n })
  expect(getSum(facts, getApproved)).toBe(getSum(facts, getPulled))
  const fee = getSum(facts, getFee)
  const amount = getSum(facts, getMoved) - fee
  expect(`${amount}`).toBe(operation.amount)
  return { account: userOp.sender, assetType, amount, fee }
}

function getSolanaFlow(operation: SolanaChainOperation): Flow {
  const { assetType } = operation
  const { namespace, reference } = splitAssetType(assetType)
  const token = namespace === 'token' ? reference : nativeMint
  const { user, action } = read(operation)
  const [first, second] =
    action.kind === 'deposit'
      ? [action.order.amount, action.order.fee]
      : action.payments.map(({ units }) => units)
  expect(action.kind === 'deposit' ? action.order.token : action.token).toBe(token)
  expect(`${first}`).toBe(operation.amount)
  return { account: user, assetType, amount: first ?? 0n, fee: second ?? 0n }
}

function getToken(assetType: AssetType): string {
  const { namespace, reference } = splitAssetType(assetType)
  return namespace === 'slip44' ? nativeToken : reference
}

function getFacts(operation: EvmChainOperation): readonly CallFact[] {
  return decodeOperation(operation.userOp.callData) ?? []
}

function getChainId({ typedDataToSign }: EvmChainOperation): ChainId {
  return `eip155:${typedDataToSign.domain.chainId}`
}

function getSum(facts: readonly CallFact[], units: (fact: CallFact) => bigint): bigint {
  return facts.reduce((sum, fact) => sum + units(fact), 0n)
}

function getApproved(fact: CallFact): bigint {
  return fact.kind === 'approval' ? fact.amount : 0n
}

/** Amount that a contract pulls through an approval. */
function getPulled(fact: CallFact): bigint {
  if (fact.kind === 'deposit' && fact.value === 0n) return fact.order.amount + fact.order.fee
  return fact.kind === 'swap' && !fact.isNativeIn ? fact.amountIn : 0n
}

function getFee(fact: CallFact): bigint {
  if (fact.kind === 'deposit') return fact.order.fee
  const isFee = fact.kind === 'transfer' && isSameAddress(fact.recipient, devnet.roles.feeReceiver)
  return isFee ? fact.amount : 0n
}

function getMoved(fact: CallFact): bigint {
  switch (fact.kind) {
    case 'deposit':
      return fact.order.amount + fact.order.fee
    case 'swap':
      return fact.amountIn
    case 'transfer':
    case 'wrap':
    case 'unwrap':
      return fact.amount
    case 'guard':
    case 'watch':
    case 'receipt':
    case 'approval':
      return 0n
    case 'pull':
    case 'unknown':
      throw new Error(`A quote never holds a call of the kind ${fact.kind}.`)
  }
}

/** Checks that no account spends more than it has and no wallet is left below its reserve. */
function expectBalances(flows: readonly Flow[], world: TestWorld): void {
  const taken = sumBy(
    flows.map(({ account, assetType, amount, fee }) => [`${account} ${assetType}`, amount + fee]),
  )
  for (const { account, assetType } of flows) {
    const left = world.balanceOf(account, assetType) - (taken.get(`${account} ${assetType}`) ?? 0n)
    const { namespace } = splitAssetType(assetType)
    const isCoin = !account.startsWith('0x') && namespace === 'slip44'
    expect(left === 0n || left >= (isCoin ? keptLamports : 0n)).toBe(true)
  }
}

function sumBy<Key>(entries: readonly (readonly [Key, bigint])[]): Map<Key, bigint> {
  const sums = new Map<Key, bigint>()
  for (const [key, units] of entries) sums.set(key, (sums.get(key) ?? 0n) + units)
  return sums
}

function widen(assetType: string, units: bigint): bigint {
  return rescale(units, { from: getAsset(assetType).decimals, to: wide })
}

/** `originToken.amount` has the decimals of the aggregate, or of the specific asset. */
function widenFrom({ originToken }: Quote): bigint {
  const { aggregatedAssetId, amount, assetType } = originToken
  const aggregate = testNetwork.aggregates.find(
    (one) => one.aggregatedAssetId === aggregatedAssetId,
  )
  const from = aggregate?.decimals ?? getAsset(assetType[0] ?? '').decimals
  return rescale(BigInt(amount), { from, to: wide })
}

/** In 1e-8 dollars, rounded down. */
function getWorth(
  units: bigint,
  { assetType, world }: { assetType: string; world: TestWorld },
): bigint {
  return (units * getPrice(world, assetType)) / 10n ** BigInt(getAsset(assetType).decimals)
}

/** Two decimals from one dollar, four from one cent, else eight; never rounded up. */
function expectDollars(text: string | undefined, usd: bigint): void {
  const places = usd === 0n || usd >= 100_000_000n ? 2 : usd >= 1_000_000n ? 4 : 8
  expect(text).toMatch(new RegExp(`^\\d+\\.\\d{${places}}$`))
  const step = 10n ** BigInt(8 - places)
  expect(BigInt((text ?? '').replace('.', ''))).toBe((usd + step / 2n) / step)
}
